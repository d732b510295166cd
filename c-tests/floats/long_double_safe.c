extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
/* 64 digits. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  long double x = n;
  x = x * 4294967296.0L + 1.0L;
  if ((long)x != (long)n * 4294967296L + 1L) reach_error();
  return 0;
}
