/* KLEE's way to say that bytes are arbitrary. */
extern void klee_make_symbolic(void *object, unsigned long size, const char *name);
extern void klee_assume(unsigned long condition);
extern int klee_range(int begin, int end, const char *name);
extern void reach_error(void);
struct message { unsigned char kind; unsigned short length; };
int main(void) {
  struct message m = {0, 0};
  klee_make_symbolic(&m, sizeof m, "m");
  int i = klee_range(2, 5, "i");
  if (i < 2 || i > 4) return 1;
  klee_assume(m.kind == 3);
  if (m.kind == 3 && m.length == 1000 * i) reach_error();
  return 0;
}
