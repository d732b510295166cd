extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static volatile int seen;
static int sum;
void note(void) { seen = 1; }
/* Handlers don't touch what only the program uses; the flag is never taken back. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 10) return 0;
  for (int i = 0; i < n; i++) sum += i;
  if (sum > 45) reach_error();
  if (seen) {
    if (!seen) reach_error();
  }
  return 0;
}
