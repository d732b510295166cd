/* All steps are even, so 3 * a + c == 0 takes a relation and that a is even. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = 4, c = 4294967284u;
  while (__VERIFIER_nondet_uint()) {
    a += 2;
    c -= 6;
  }
  if (3 * a + c != 0) reach_error();
  return 0;
}
