#include <stddef.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* The room is checked before rounding up. */
static _Alignas(8) unsigned char arena[22];
static size_t used;
static void *get(size_t size) {
  if (size > sizeof arena - used) return 0;
  void *p = arena + used;
  used += (size + 3) & ~(size_t)3;
  return p;
}
int main(void) {
  for (int i = 0; i < 3; i++) {
    unsigned char n = __VERIFIER_nondet_uchar() % 12 + 1;
    unsigned char *p = get(n);
    if (p) p[n - 1] = 2;
  }
  return 0;
}
