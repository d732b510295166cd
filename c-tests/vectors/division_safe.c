extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef int vector __attribute__((vector_size(16)));
int main(void) {
  int n = __VERIFIER_nondet_int();
  vector a = {n, 2, 3, -9}, b = {2, -1, 3, 4};
  vector q = a / b, r = a % b;
  for (int i = 0; i < 4; i++) {
    if (q[i] * b[i] + r[i] != a[i]) reach_error();
  }
  if (q[3] != -2 || r[3] != -1) reach_error();
  return 0;
}
