extern void reach_error(void);
extern float sqrtf(float);
extern int __VERIFIER_nondet_int(void);
/* Roots of squares are exact. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 15) return 0;
  float r = sqrtf((float)(n * n));
  if (r != (float)n) reach_error();
  return 0;
}
