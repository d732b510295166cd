extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* What follows a loop that never ends is not reached. */
int main(void) {
  unsigned n = 0;
  while (1) {
    n = n + 2;
    if (n == 7) break;
  }
  reach_error();
  return 0;
}
