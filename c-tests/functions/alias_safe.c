extern void reach_error(void);
int f(void) { return 3; }
int g(void) __attribute__((alias("f")));
int x = 4;
extern int y __attribute__((alias("x")));
int main(void) {
  y = 5;
  if (g() != 3 || x != 5) reach_error();
  return 0;
}
