extern void reach_error(void);
int f(int n);
int (*p)(int) = f;
int f(int n) { return n > 0 ? p(n - 1) : 0; }
int main(void) {
  if (f(3) != 0) reach_error();
  return 0;
}
