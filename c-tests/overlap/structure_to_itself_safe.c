#include <string.h>
extern int __VERIFIER_nondet_int(void);
/* Assigning a structure to itself is allowed, and compiled to a memcpy. */
struct big { int a[8]; };
static struct big x, y;
int main(void) {
  struct big *from = __VERIFIER_nondet_int() ? &x : &y;
  struct big *to = __VERIFIER_nondet_int() ? &x : &y;
  *to = *from;
  return to->a[0];
}
