extern void reach_error(void);
union both { float number; unsigned bits; };
extern float __VERIFIER_nondet_float(void);
/* Negation changes the sign alone, also of a NaN. */
int main(void) {
  union both u;
  u.number = __VERIFIER_nondet_float();
  unsigned before = u.bits;
  u.number = -u.number;
  if (u.bits != (before ^ 0x80000000u)) reach_error();
  return 0;
}
