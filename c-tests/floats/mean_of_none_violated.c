extern float __VERIFIER_nondet_float(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* The mean of no values at all. */
int main(void) {
  unsigned count = __VERIFIER_nondet_uint() % 4;
  float sum = 0;
  for (unsigned i = 0; i < count; i++) sum += __VERIFIER_nondet_float();
  float mean = sum / (float)count;
  return mean > 7;
}
