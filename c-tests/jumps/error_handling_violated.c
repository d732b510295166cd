#include <setjmp.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf failed;
static void check(int n) {
  if (n > 100) longjmp(failed, 1);
}
/* What was allocated before the jump is lost. */
int main(void) {
  if (setjmp(failed)) return 1;
  int *room = malloc(sizeof *room);
  if (!room) return 0;
  *room = __VERIFIER_nondet_int();
  check(*room);
  free(room);
  return 0;
}
