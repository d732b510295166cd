#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct big { int a[8]; };
static struct big x, y;
int main(void) {
  struct big *from = __VERIFIER_nondet_int() ? &x : &y;
  struct big *to = __VERIFIER_nondet_int() ? &x : &y;
  memcpy(to, from, sizeof *to);
  return to->a[0];
}
