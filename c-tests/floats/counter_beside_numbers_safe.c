extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* What is computed with numbers decides nothing. */
int main(void) {
  float sum = 0.0f;
  int n = 0;
  while (n < 1000) {
    sum += __VERIFIER_nondet_float();
    n++;
  }
  if (n != 1000) reach_error();
  return 0;
}
