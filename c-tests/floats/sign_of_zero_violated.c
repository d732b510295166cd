extern void reach_error(void);
/* 1 / -0 is negative infinity. */
int main(void) {
  double zero = 0.0;
  double x = 1.0 / -zero;
  if (x < 0.0) reach_error();
  return 0;
}
