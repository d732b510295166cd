extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static double sum;
int main(void) {
  for (int i = 0; i < 3; i++) {
    int n = __VERIFIER_nondet_int();
    sum += n / 3.0;
    if (n == 17) reach_error();
  }
  return 0;
}
