extern void klee_make_symbolic(void *object, unsigned long size, const char *name);
extern void klee_assume(unsigned long condition);
extern int klee_range(int begin, int end, const char *name);
extern void reach_error(void);
int main(void) {
  unsigned char bytes[4] = {0}, guard = 1;
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  klee_assume(bytes[2] < 10);
  int i = klee_range(-3, 3, "i");
  if (bytes[2] > 9 || guard != 1 || i > 2 || i < -3) reach_error();
  return 0;
}
