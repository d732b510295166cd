extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
/* Any number is zero or not (C17 6.3.1.2), also a NaN and an infinity. */
int main(void) {
  _Bool a = __VERIFIER_nondet_double();
  _Bool b = (_Bool)__VERIFIER_nondet_float();
  return a && b;
}
