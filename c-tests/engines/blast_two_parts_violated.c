/* After the last round the lock is free already: it is given back before the jobs are compared. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int locked;
static void lock(void) { if (locked) reach_error(); locked = 1; }
static void unlock(void) { if (!locked) reach_error(); locked = 0; }

int main(void) {
  unsigned seen, jobs = __VERIFIER_nondet_uint();
  do {
    lock();
    seen = jobs;
    if (__VERIFIER_nondet_int()) {
      unlock();
      if (__VERIFIER_nondet_int() != 7) jobs++;
    }
  } while (jobs != seen);
  unlock();
  return 0;
}
