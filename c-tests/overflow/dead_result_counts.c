extern int __VERIFIER_nondet_int(void);
/* Nobody uses the sum; it overflows all the same. */
int main(void) {
  int a = __VERIFIER_nondet_int();
  a + 1;
  return 0;
}
