extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef _Bool mask __attribute__((ext_vector_type(4)));
typedef int vector __attribute__((ext_vector_type(4)));
/* Elements of one bit share a byte. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  mask which = {1, n > 0, 0, n > 3};
  mask stored = which;
  vector yes = {n, n, n, n}, no = {-1, -2, -3, -4};
  vector chosen = which ? yes : no;
  if (stored[1] != (n > 0) || chosen.z != -3) reach_error();
  if (n > 3 && chosen.w != n) reach_error();
  if (n <= 0 && chosen.y != -2) reach_error();
  return 0;
}
