extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* The step is not known, but the loop does not change it. */
int main(void) {
  unsigned s = __VERIFIER_nondet_uint();
  if (s == 0 || s > 100) return 0;
  unsigned x = 0;
  while (x < 1000000000u) x += s;
  if (x == 1000000008u) reach_error();
  return 0;
}
