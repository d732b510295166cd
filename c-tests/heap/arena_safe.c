#include <stddef.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Pieces of one buffer, rounded up to four bytes; never given back. */
static _Alignas(8) unsigned char arena[32];
static size_t used;
static void *get(size_t size) {
  size = (size + 3) & ~(size_t)3;
  if (size > sizeof arena - used) return 0;
  void *p = arena + used;
  used += size;
  return p;
}
int main(void) {
  unsigned char *last = 0;
  for (int i = 0; i < 4; i++) {
    unsigned char n = __VERIFIER_nondet_uchar() % 12 + 1;
    unsigned char *p = get(n);
    if (!p) break;
    if (last && p <= last) reach_error();
    p[0] = 1;
    p[n - 1] = 2;
    last = p + n - 1;
  }
  return used > 32;
}
