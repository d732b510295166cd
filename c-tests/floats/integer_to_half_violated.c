extern int __VERIFIER_nondet_int(void);
/* The largest number of _Float16 is 65504; 65520 is rounded to infinity. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 65520) return 0;
  _Float16 x = n;
  return x > 7;
}
