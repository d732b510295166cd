#include <setjmp.h>
extern void reach_error(void);
/* A loop of jumps; what is counted is volatile. */
int main(void) {
  jmp_buf again;
  volatile int tries = 0;
  int seen = setjmp(again);
  if (seen != tries) reach_error();
  if (tries < 3) {
    tries++;
    longjmp(again, tries);
  }
  if (seen != 3) reach_error();
  return 0;
}
