#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  bool b = __VERIFIER_nondet_int();
  bool c = !b;
  if (b + c != 1) reach_error();
  b++;
  if (b != 1) reach_error();
  return 0;
}
