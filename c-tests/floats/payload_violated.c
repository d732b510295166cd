extern void reach_error(void);
union both { float number; unsigned bits; };
extern float __VERIFIER_nondet_float(void);
/* A NaN of an operation has any payload. */
int main(void) {
  union both u;
  float x = __VERIFIER_nondet_float();
  u.number = x + 1.0f;
  if (u.number != u.number && u.bits == 0x7fc00000u) reach_error();
  return 0;
}
