#include <setjmp.h>
static jmp_buf first, second;
static int round_number;
static void work(void) {
  round_number++;
  if (setjmp(round_number == 1 ? first : second)) return;
  if (round_number == 2) longjmp(first, 1);
}
/* The first call has ended, though another one of the same function is active. */
int main(void) {
  work();
  work();
  return 0;
}
