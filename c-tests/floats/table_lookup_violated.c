extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* At the upper end there is no next element. */
static const float table[5] = {0.0f, 1.5f, 4.0f, 7.5f, 8.0f};
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 0.0f)) x = 0.0f;
  if (x > 4.0f) x = 4.0f;
  int index = (int)x;
  if (index + 1 > 4) reach_error();
  float high = table[index + 1];
  if (high < 0) return 1;
  return 0;
}
