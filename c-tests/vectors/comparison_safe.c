extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);
typedef short vector __attribute__((vector_size(8)));
/* A comparison gives all ones or zero in each element (GCC, "Vector Extensions"). */
int main(void) {
  short x = __VERIFIER_nondet_short(), y = __VERIFIER_nondet_short();
  vector a = {x, y, x, 1}, b = {y, x, x, 0};
  vector greater = a > b;
  vector most = (a & greater) | (b & ~greater);
  if (greater[2] != 0 || greater[3] != -1) reach_error();
  if (most[0] != (x > y ? x : y) || most[1] != most[0]) reach_error();
  return 0;
}
