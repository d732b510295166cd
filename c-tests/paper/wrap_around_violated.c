extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* The loop ends when x wraps around to 1, after 2^31 - 5 rounds; then x is odd. */
int main(void) {
  unsigned int x = 11u;
  do {
    x = x + 2;
  } while (x >= 10);
  if (x % 2 == 0) return 0;
  if (__VERIFIER_nondet_bool()) return 0;
  if (__VERIFIER_nondet_bool()) return 0;
  reach_error();
  return 0;
}
