#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static jmp_buf failed;
static int depth;
static int parse(int n) {
  depth++;
  if (n < 0) longjmp(failed, 3);
  if (n == 0) longjmp(failed, 0);
  return n - 1;
}
/* Where parsing goes wrong it goes on behind setjmp; 0 becomes 1. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  int why = setjmp(failed);
  switch (why) {
    case 0: {
      int m = parse(n);
      if (n <= 0 || m < 0) reach_error();
      return 0;
    }
    case 1:
      if (n != 0) reach_error();
      break;
    case 3:
      if (n >= 0) reach_error();
      break;
    default:
      reach_error();
  }
  if (depth != 1) reach_error();
  return 1;
}
