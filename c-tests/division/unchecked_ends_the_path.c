extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A division by zero that is not checked ends the path, as it does on x86. */
int main(void) {
  int zero = __VERIFIER_nondet_int() & 0;
  int q = 5 / zero;
  reach_error();
  return q;
}
