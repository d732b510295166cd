#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static char line[4];
/* Nothing changes, but all of it is read and written. */
int main(void) {
  void *(*move)(void *, const void *, size_t) = memmove;
  size_t n = __VERIFIER_nondet_uchar() & 7;
  move(line, line, n);
  return 0;
}
