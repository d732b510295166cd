extern void reach_error(void);
extern double sqrt(double);
extern double fma(double, double, double);
/* What calls make of constants is compared when the program is read: both parts of `>=` count. */
int main(void) {
  double root = sqrt(6.25), sum = fma(2.0, 3.0, 1.0);
  if (!(root >= 1.0) || !(root <= 5.0) || !(7.0 <= sum) || sum < 1.0 || sum > root * 3.0) return 0;
  if (root != 2.5 || sum != 7.0) return 0;
  reach_error();
  return 0;
}
