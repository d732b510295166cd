extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
/* Conversion of units, roughly. */
int main(void) {
  int fahrenheit = __VERIFIER_nondet_int();
  if (fahrenheit < 0 || fahrenheit > 212) return 0;
  float celsius = (float)(fahrenheit - 32) * 0.5f;
  if (celsius < -16.0f || celsius > 90.0f) reach_error();
  return 0;
}
