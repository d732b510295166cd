extern int __VERIFIER_nondet_int(void);
/* Each round of a loop has its own compound literal. */
int main(void) {
  int *before = 0;
  do {
    if (before != 0 && *before == 0) return 1;
    before = (int[]){__VERIFIER_nondet_int()};
  } while (1);
}
