extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* The bits of a number that is computed are not known, wherever they go. */
int main(void) {
  union { float number; unsigned bits; } x;
  unsigned copy[2] = {0};
  x.number = __VERIFIER_nondet_int() * 0.5f;
  copy[1] = x.bits;
  if (copy[1] == 7) reach_error();
  return 0;
}
