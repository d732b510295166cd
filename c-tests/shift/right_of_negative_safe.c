extern int __VERIFIER_nondet_int(void);
/* Shifting a negative number right is implementation-defined, and no error. */
int main(void) {
  int a = __VERIFIER_nondet_int();
  return a >> 3;
}
