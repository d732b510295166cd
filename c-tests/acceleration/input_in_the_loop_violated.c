extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* A loop that reads inputs is not accelerated: found step by step. */
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_uint()) x += 3;
  if (x == 30) reach_error();
  return 0;
}
