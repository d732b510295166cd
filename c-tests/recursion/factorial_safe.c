extern void reach_error(void);
static unsigned factorial(unsigned n) {
  return n == 0 ? 1 : n * factorial(n - 1);
}
int main(void) {
  if (factorial(4) != 24) reach_error();
  return 0;
}
