extern unsigned __VERIFIER_nondet_uint(void);
typedef unsigned vector __attribute__((vector_size(16)));
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 40) return 0;
  vector amount = {1, 2, 3, n}, one = {1, 1, 1, 1};
  vector result = one << amount;
  return (int)result[0];
}
