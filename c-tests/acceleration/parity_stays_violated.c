extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* What the loop asks of the lowest bit does not change in it. */
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned start = x;
  while (x % 2 == 1 && x < 1000000000u) x += 2;
  if (start < 100 && x > start) reach_error();
  return 0;
}
