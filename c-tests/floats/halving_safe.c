extern void reach_error(void);
/* A loop that a number controls. */
int main(void) {
  double x = 1.0;
  int n = 0;
  while (x > 0.125) {
    x /= 2.0;
    n++;
  }
  if (n != 3) reach_error();
  return 0;
}
