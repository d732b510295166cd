#include <setjmp.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  jmp_buf again;
  static int tries;
  setjmp(again);
  tries++;
  if (tries == 4) reach_error();
  if (__VERIFIER_nondet_int()) longjmp(again, 1);
  return 0;
}
