/* What the surroundings decide: random numbers, and variables of the environment. */
#include "blocks.h"

extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern size_t strlen(const char *s);

/* Any sequence, whatever it starts from. */
MODEL int rand(void) { return __VERIFIER_nondet_int() & 0x7fffffff; }
MODEL void srand(unsigned seed) { (void)seed; }
MODEL int rand_r(unsigned *seed) {
  *seed = __VERIFIER_nondet_uint();
  return rand();
}
MODEL long random(void) { return rand(); }
MODEL void srandom(unsigned seed) { (void)seed; }

/* Any string, which the next call may overwrite (C17 7.22.4.6p4). */
MODEL char *getenv(const char *name) {
  strlen(name);
  return __VERIFIER_nondet_bool() ? __llumc_string() : 0;
}

/* glibc, BSD: the same, unless more is allowed to the program than to its user. */
MODEL char *secure_getenv(const char *name) { return getenv(name); }
