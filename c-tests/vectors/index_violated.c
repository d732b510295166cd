extern unsigned __VERIFIER_nondet_uint(void);
typedef int vector __attribute__((vector_size(16)));
int main(void) {
  vector v = {1, 2, 3, 4};
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 4) return 0;
  v[i] = 7;
  return v[0];
}
