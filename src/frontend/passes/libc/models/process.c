/* unistd.h, time.h and the like: what the system says of the process; waiting; more random
   numbers. */
#include "system.h"

/* Nothing that is modelled changes these. */
enum { PROCESS, USER, EFFECTIVE_USER, GROUP, EFFECTIVE_GROUP, ALL };
static unsigned value[ALL];
static _Bool known[ALL];
static unsigned identity(int which) {
  if (!known[which]) value[which] = __VERIFIER_nondet_uint();
  known[which] = 1;
  return value[which];
}
MODEL int getpid(void) { return 1 + (int)(identity(PROCESS) & 0x3fffff); }
MODEL unsigned getuid(void) { return identity(USER); }
MODEL unsigned geteuid(void) { return identity(EFFECTIVE_USER); }
MODEL unsigned getgid(void) { return identity(GROUP); }
MODEL unsigned getegid(void) { return identity(EFFECTIVE_GROUP); }
/* Another one when that process has ended. */
MODEL int getppid(void) { return __VERIFIER_nondet_int() & 0x3fffff; }

MODEL int isatty(int file) {
  (void)file;
  if (__VERIFIER_nondet_bool()) return 1;
  fail();
  return 0;
}
MODEL int close(int file) { return outcome(file >= 0 && __VERIFIER_nondet_bool()); }

/* The signal that an alarm sends ends the process; that it ends is no violation. */
static unsigned until_alarm;
MODEL unsigned alarm(unsigned seconds) {
  unsigned left = __VERIFIER_nondet_uint();
  if (left > until_alarm) left = until_alarm;
  until_alarm = seconds;
  return left;
}
MODEL unsigned sleep(unsigned seconds) {
  unsigned left = __VERIFIER_nondet_uint();
  return left < seconds ? left : seconds;
}
MODEL int usleep(unsigned microseconds) {
  (void)microseconds;
  return outcome(__VERIFIER_nondet_bool());
}
MODEL long clock(void) {
  long now = __VERIFIER_nondet_long();
  return now < 0 ? -1 : now;
}

/* Any sequence, whatever it starts from. */
MODEL long lrand48(void) { return __VERIFIER_nondet_int() & 0x7fffffff; }
MODEL long mrand48(void) { return __VERIFIER_nondet_int(); }
MODEL void srand48(long seed) { (void)seed; }
MODEL unsigned arc4random(void) { return __VERIFIER_nondet_uint(); }
MODEL unsigned arc4random_uniform(unsigned bound) {
  unsigned number = __VERIFIER_nondet_uint();
  return number < bound ? number : 0;
}
