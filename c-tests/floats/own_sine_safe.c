extern void reach_error(void);
/* A function of the program's own. */
double sin(double x) { return x > 3 ? 7 : 8; }
int main(void) {
  if (sin(1.0) != 8) reach_error();
  return 0;
}
