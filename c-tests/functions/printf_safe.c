#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Output has no effect on the program; what printf returns is arbitrary. */
int main(void) {
  int a = __VERIFIER_nondet_int() & 7;
  printf("a is %d\n", a);
  if (a > 7) reach_error();
  return 0;
}
