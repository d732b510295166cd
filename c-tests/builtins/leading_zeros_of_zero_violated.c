extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int zeros = __builtin_clz(x);
  if (x == 0 && zeros != 32) reach_error();
  return 0;
}
