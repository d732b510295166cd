/* Two parts of a loop need different predicates, each only in its subtree. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int locked;
static void lock(void) { if (locked) reach_error(); locked = 1; }
static void unlock(void) { if (!locked) reach_error(); locked = 0; }

int main(void) {
  int taken = 0;
  unsigned seen, jobs = __VERIFIER_nondet_uint();
  if (__VERIFIER_nondet_int()) {
    do {
      taken = 0;
      if (__VERIFIER_nondet_int()) {
        lock();
        taken++;
      }
      if (taken) unlock();
    } while (__VERIFIER_nondet_int());
  }
  do {
    lock();
    seen = jobs;
    if (__VERIFIER_nondet_int()) {
      unlock();
      jobs++;
    }
  } while (jobs != seen);
  unlock();
  return 0;
}
