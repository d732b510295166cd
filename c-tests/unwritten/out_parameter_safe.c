extern int __VERIFIER_nondet_int(void);
static int parse(int n, int *result) {
  if (n < 0) return 0;
  *result = n;
  return 1;
}
int main(void) {
  int value;
  int ok = parse(__VERIFIER_nondet_int(), &value);
  return ok && value > 3;
}
