extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* The loop ends when x wraps around to 1, after 714 rounds; then x is odd. */
int main(void) {
  unsigned int x = 4294965869u;
  do {
    x = x + 2;
  } while (x >= 10);
  if (x % 2 == 0) return 0;
  if (__VERIFIER_nondet_bool()) return 0;
  if (__VERIFIER_nondet_bool()) return 0;
  reach_error();
  return 0;
}
