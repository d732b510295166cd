#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* The low bits of an aligned address hold a tag. */
static int cells[4] = {10, 20, 30, 40};
int main(void) {
  unsigned i = __VERIFIER_nondet_uchar() & 3, tag = __VERIFIER_nondet_uchar() & 3;
  uintptr_t word = (uintptr_t)&cells[i];
  if (word & 3) reach_error();
  word |= tag;
  int *p = (int *)(word & ~(uintptr_t)3);
  if (*p != 10 * ((int)i + 1) || (word & 3) != tag) reach_error();
  return 0;
}
