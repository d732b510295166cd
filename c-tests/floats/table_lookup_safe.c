extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Linear interpolation in a table, clamped at its ends. */
static const float table[5] = {0.0f, 1.5f, 4.0f, 7.5f, 8.0f};
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 0.0f)) x = 0.0f;
  if (x > 4.0f) x = 4.0f;
  int index = (int)x;
  if (index > 3) index = 3;
  if (index < 0 || index > 3) reach_error();
  float low = table[index], high = table[index + 1];
  if (low > high) reach_error();
  return 0;
}
