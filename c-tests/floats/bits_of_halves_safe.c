extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Half an integer is 0 or far from the smallest number. */
int main(void) {
  union { float number; unsigned bits; } x;
  unsigned copy[2] = {0};
  x.number = __VERIFIER_nondet_int() * 0.5f;
  copy[1] = x.bits;
  if (copy[1] == 7) reach_error();
  return 0;
}
