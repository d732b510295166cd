// What ARM and RISC-V with 32 bits have in common: `char` has no sign, `long` and pointers have 32
// bits, 64 bits have their own alignment; and structures are passed in arrays of words.
#include <stdarg.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *memcpy(void *to, const void *from, size_t n);
extern size_t strlen(const char *text);

struct three { int x, y, z; };
struct wide { short a; long long b; };
struct numbers { float a, b, c; };

_Static_assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4, "ILP32");
_Static_assert(sizeof(struct wide) == 16 && offsetof(struct wide, b) == 8, "alignment");
_Static_assert((char)-1 > 0, "char has no sign");

static int sum(struct three v) { return v.x + v.y + v.z; }
static struct wide make(int n) {
  struct wide made = {(short)n, n};
  return made;
}
static long long get(struct wide v) { return v.b; }
static float middle(struct numbers v) { return v.b; }

static long long all(int n, ...) {
  va_list list;
  long long total = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) {
    total += va_arg(list, int);
    total += va_arg(list, long long);
    struct wide v = va_arg(list, struct wide);
    total += v.b;
    if (va_arg(list, double) != 1.5) reach_error();
  }
  va_end(list);
  return total;
}

int main(void) {
  int n = __VERIFIER_nondet_int() & 7;
  struct three v = {1, 2, n};
  if (sum(v) > 10) reach_error();
  struct wide w = make(n);
  if (get(w) != n) reach_error();
  struct numbers f = {1, (float)n, 3};
  if (middle(f) != n) reach_error();
  if (all(2, 1, 2LL, w, 1.5, 3, 4LL, w, 1.5) != 10 + 2 * n) reach_error();
  char text[8];
  memcpy(text, "hello", 6);
  if (strlen(text) != 5) reach_error();
  char below = (char)(n - 8);
  if (below < 248) reach_error();
  return 0;
}
