#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int chosen = -1;
static void zero(void) {
  if (chosen != 0) reach_error();
}
static void one(void) {
  if (chosen != 1) reach_error();
}
static void (*const all[])(void) = {zero, one};
static int (*const registers)(void (*)(void)) = atexit;
int main(void) {
  chosen = __VERIFIER_nondet_uint() & 1;
  registers(all[chosen]);
  return 0;
}
