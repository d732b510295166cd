extern int __VERIFIER_nondet_int(void);
/* n = n * 1.5 with a conversion back, which nobody sees. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  n *= 1.5;
  return n > 7;
}
