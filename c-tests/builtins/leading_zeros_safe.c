extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x != 0 && x >> (31 - __builtin_clz(x)) != 1) reach_error();
  return 0;
}
