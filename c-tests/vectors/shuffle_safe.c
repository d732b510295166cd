extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef int vector __attribute__((vector_size(16)));
typedef short narrow __attribute__((vector_size(8)));
static vector reversed(vector v) { return __builtin_shufflevector(v, v, 3, 2, 1, 0); }
static int sum(vector v) { return __builtin_reduce_add(v); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  vector v = {1, 2, n, 4}, w = reversed(v);
  if (w[1] != n || w[0] != 4) reach_error();
  vector even = __builtin_shufflevector(v, w, 0, 4, 2, 6);
  if (even[1] != 4 || even[2] != n || even[3] != 2) reach_error();
  if (n == 5 && sum(v) != 12) reach_error();
  if (__builtin_reduce_max(w) < n || __builtin_reduce_min(w) > 1) reach_error();
  narrow small = __builtin_convertvector(v, narrow);
  if (small[2] != (short)n) reach_error();
  vector sure = __builtin_elementwise_abs(v - 3);
  if (sure[0] != 2 || sure[1] != 1) reach_error();
  return 0;
}
