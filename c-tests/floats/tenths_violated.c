extern void reach_error(void);
/* Decimal fractions are rounded. */
int main(void) {
  double x = 0.1 + 0.2;
  if (x != 0.3) reach_error();
  return 0;
}
