extern void reach_error(void);
extern inline __attribute__((gnu_inline)) int next(int x) { return x + 1; }
int main(void) {
  if (next(1) == 2) reach_error();
  return 0;
}
