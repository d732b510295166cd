extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
/* A float has 24 digits. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000000) return 0;
  float f = n;
  if ((int)f != n) reach_error();
  return 0;
}
