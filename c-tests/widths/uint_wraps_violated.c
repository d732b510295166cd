extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = a;
  b++;
  if (b == 0) reach_error();
  return 0;
}
