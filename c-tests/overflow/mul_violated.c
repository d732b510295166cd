extern int __VERIFIER_nondet_int(void);
int main(void) {
  int side = __VERIFIER_nondet_int();
  if (side < 0 || side > 46341) return 0;
  int area = side * side;
  return area;
}
