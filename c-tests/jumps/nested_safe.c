#include <setjmp.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static jmp_buf *handler;
static void raise_error(int code) { longjmp(*handler, code); }
static int guarded(int n) {
  jmp_buf here, *outer = handler;
  int code = setjmp(here);
  if (code == 0) {
    handler = &here;
    if (n == 1) raise_error(5);
    handler = outer;
    if (n == 2) raise_error(6);
    return 0;
  }
  handler = outer;
  if (code != 5) reach_error();
  return code;
}
/* Handlers within handlers: each error gets to the innermost one. */
int main(void) {
  jmp_buf last;
  int n = __VERIFIER_nondet_int();
  handler = &last;
  int code = setjmp(last);
  if (code == 0) {
    int result = guarded(n);
    if (result != (n == 1 ? 5 : 0) || n == 2) reach_error();
    return 0;
  }
  if (code != 6 || n != 2) reach_error();
  return 1;
}
