void klee_make_symbolic(void *at, unsigned long size, const char *name);
extern void reach_error(void);
int main(void) {
  int x = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 3) reach_error();
  return 0;
}
