extern int __VERIFIER_nondet_int(void);
/* The variable is a new one in each round. */
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 0) x = 3;
    sum += x;
  }
  return sum;
}
