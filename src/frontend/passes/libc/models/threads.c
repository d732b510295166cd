/* Threads of POSIX: how they begin and end, and what they wait for. A function that says itself
   where other threads may run (`__llumc_yield`) is one step between these places.

   A thread that waits is one that is chosen only when it can go on: another choice ends the run,
   in which nothing has happened that others don't do, too. */
#include "runtime.h"
#define MODEL __attribute__((weak))

/* Where nothing is modelled, or C and POSIX leave open what happens. */
extern void __threads_unknown(void), __threads_destructor(void), __threads_keys(void);

/* What a thread is up to. */
enum { FREE, RUNS, ENDED, RUNS_DETACHED };
extern unsigned char __llumc_thread_states[];
extern void *__llumc_thread_results[];
extern const unsigned __llumc_thread_count;

enum { NOT_PERMITTED = 1, BUSY = 16, INVALID = 22, DEADLOCK = 35, TIMED_OUT = 110 };

static void wait_until(_Bool holds) {
  if (!holds) __llumc_blocked();
}

/* The number of another thread. What programs call it is one more: no thread is called 0. */
static unsigned long number(unsigned long thread) {
  if (thread - 1 >= __llumc_thread_count || __llumc_thread_states[thread - 1] == FREE)
    __threads_unknown();
  return thread - 1;
}

MODEL int pthread_create(unsigned long *thread, const void *attributes, void *(*run)(void *),
                         void *argument) {
  _Bool detached = attributes && *(const int *)attributes == 1;
  *thread = __llumc_spawn(run, argument, detached) + 1ul;
  return 0;
}

MODEL int pthread_join(unsigned long thread, void **result) {
  __llumc_yield();
  unsigned long joined = number(thread);
  if (joined == __llumc_self()) return DEADLOCK;
  wait_until(__llumc_thread_states[joined] == ENDED);
  __llumc_thread_states[joined] = FREE;
  if (result) *result = __llumc_thread_results[joined];
  return 0;
}

MODEL int pthread_detach(unsigned long thread) {
  __llumc_yield();
  unsigned char *state = &__llumc_thread_states[number(thread)];
  *state = *state == ENDED ? FREE : RUNS_DETACHED;
  return 0;
}

MODEL unsigned long pthread_self(void) { return __llumc_self() + 1ul; }
MODEL int pthread_equal(unsigned long one, unsigned long other) { return one == other; }

MODEL int sched_yield(void) {
  __llumc_yield();
  return 0;
}
MODEL int pthread_yield(void) { return sched_yield(); }

/* Attributes of a thread: whether it is detached. The others change nothing here. */
MODEL int pthread_attr_init(int *attributes) { return *attributes = 0; }
MODEL int pthread_attr_destroy(void *attributes) { return 0; }
MODEL int pthread_attr_setdetachstate(int *attributes, int detached) {
  *attributes = detached;
  return 0;
}
MODEL int pthread_attr_setstacksize(void *attributes, size_t size) { return 0; }

/* A mutex: who holds it (a thread's number + 1; 0 is nobody, as at first), and how many times
   more. The kind is where glibc has it, in which initial values may tell it. */
enum { OWNER, MORE, KIND = sizeof(long) == 8 ? 4 : 3 };
enum { NORMAL, RECURSIVE, ERROR_CHECKING };

MODEL int pthread_mutexattr_init(int *attributes) { return *attributes = NORMAL; }
MODEL int pthread_mutexattr_destroy(void *attributes) { return 0; }
MODEL int pthread_mutexattr_settype(int *attributes, int kind) {
  *attributes = kind;
  return 0;
}

MODEL int pthread_mutex_init(int *mutex, const int *attributes) {
  __llumc_yield();
  mutex[OWNER] = mutex[MORE] = 0;
  mutex[KIND] = attributes ? *attributes : NORMAL;
  return 0;
}
MODEL int pthread_mutex_destroy(void *mutex) { return 0; }

/* A thread locks what it holds already: 0 if it may, else why not; one that has to wait for itself
   does so for ever. */
static int lock_again(int *mutex) {
  int kind = mutex[KIND] & 3;
  if (kind == RECURSIVE) {
    mutex[MORE]++;
    return 0;
  }
  wait_until(kind == ERROR_CHECKING);
  return DEADLOCK;
}

MODEL int pthread_mutex_lock(int *mutex) {
  int self = (int)__llumc_self() + 1;
  __llumc_yield();
  if (mutex[OWNER] == self) return lock_again(mutex);
  wait_until(mutex[OWNER] == 0);
  mutex[OWNER] = self;
  return 0;
}

static int try_to_lock(int *mutex, int else_what) {
  int self = (int)__llumc_self() + 1;
  __llumc_yield();
  if (mutex[OWNER] == self && (mutex[KIND] & 3) == RECURSIVE) return lock_again(mutex);
  if (mutex[OWNER] == self && (mutex[KIND] & 3) == ERROR_CHECKING && else_what == TIMED_OUT)
    return DEADLOCK;
  if (mutex[OWNER]) return else_what;
  mutex[OWNER] = self;
  return 0;
}
MODEL int pthread_mutex_trylock(int *mutex) { return try_to_lock(mutex, BUSY); }
/* That it is free in time is that this thread goes on then. */
MODEL int pthread_mutex_timedlock(int *mutex, const void *until) {
  return try_to_lock(mutex, TIMED_OUT);
}

MODEL int pthread_mutex_unlock(int *mutex) {
  __llumc_yield();
  if (mutex[OWNER] != (int)__llumc_self() + 1) {
    if ((mutex[KIND] & 3) == NORMAL) __threads_unknown();
    return NOT_PERMITTED;
  }
  if (mutex[MORE]) {
    mutex[MORE]--;
  } else {
    mutex[OWNER] = 0;
  }
  return 0;
}

/* Conditions: a thread that waits for one may wake up without a signal (POSIX says so), so
   signals need not be counted. */
MODEL int pthread_cond_init(void *condition, const void *attributes) { return 0; }
static int look_at(const char *object) {
  char first = *object;
  (void)first;
  return 0;
}
MODEL int pthread_cond_destroy(void *condition) { return look_at(condition); }
MODEL int pthread_cond_signal(void *condition) { return look_at(condition); }
MODEL int pthread_cond_broadcast(void *condition) { return look_at(condition); }
MODEL int pthread_cond_wait(void *condition, int *mutex) {
  int failed = pthread_mutex_unlock(mutex);
  return failed ? failed : pthread_mutex_lock(mutex);
}
MODEL int pthread_cond_timedwait(void *condition, int *mutex, const void *until) {
  extern _Bool __VERIFIER_nondet_bool(void);
  int failed = pthread_cond_wait(condition, mutex);
  return failed ? failed : __VERIFIER_nondet_bool() ? TIMED_OUT : 0;
}

/* Locks for one that writes (-1) or for many that read (their number). */
MODEL int pthread_rwlock_init(int *lock, const void *attributes) {
  __llumc_yield();
  return *lock = 0;
}
MODEL int pthread_rwlock_destroy(void *lock) { return 0; }
MODEL int pthread_rwlock_rdlock(int *lock) {
  __llumc_yield();
  wait_until(*lock >= 0);
  ++*lock;
  return 0;
}
MODEL int pthread_rwlock_wrlock(int *lock) {
  __llumc_yield();
  wait_until(*lock == 0);
  *lock = -1;
  return 0;
}
MODEL int pthread_rwlock_tryrdlock(int *lock) {
  __llumc_yield();
  if (*lock < 0) return BUSY;
  ++*lock;
  return 0;
}
MODEL int pthread_rwlock_trywrlock(int *lock) {
  __llumc_yield();
  if (*lock) return BUSY;
  *lock = -1;
  return 0;
}
MODEL int pthread_rwlock_unlock(int *lock) {
  __llumc_yield();
  if (*lock == 0) __threads_unknown();
  *lock = *lock < 0 ? 0 : *lock - 1;
  return 0;
}

MODEL int pthread_spin_init(int *lock, int shared) {
  __llumc_yield();
  return *lock = 0;
}
MODEL int pthread_spin_destroy(void *lock) { return 0; }
MODEL int pthread_spin_lock(int *lock) {
  __llumc_yield();
  wait_until(*lock == 0);
  *lock = 1;
  return 0;
}
MODEL int pthread_spin_trylock(int *lock) {
  __llumc_yield();
  if (*lock) return BUSY;
  *lock = 1;
  return 0;
}
MODEL int pthread_spin_unlock(int *lock) {
  __llumc_yield();
  return *lock = 0;
}

/* Semaphores: their value. */
enum { AGAIN = 11, OVERFLOWS = 75, MOST_VALUE = 0x7fffffff };
static int semaphore_fails(int number) {
  extern int *__errno_location(void);
  *__errno_location() = number;
  return -1;
}
MODEL int sem_init(unsigned *semaphore, int shared, unsigned value) {
  __llumc_yield();
  if (value > MOST_VALUE) return semaphore_fails(INVALID);
  *semaphore = value;
  return 0;
}
MODEL int sem_destroy(void *semaphore) { return 0; }
MODEL int sem_wait(unsigned *semaphore) {
  __llumc_yield();
  wait_until(*semaphore > 0);
  --*semaphore;
  return 0;
}
MODEL int sem_trywait(unsigned *semaphore) {
  __llumc_yield();
  if (*semaphore == 0) return semaphore_fails(AGAIN);
  --*semaphore;
  return 0;
}
MODEL int sem_post(unsigned *semaphore) {
  __llumc_yield();
  if (*semaphore == MOST_VALUE) return semaphore_fails(OVERFLOWS);
  ++*semaphore;
  return 0;
}
MODEL int sem_getvalue(unsigned *semaphore, int *value) {
  __llumc_yield();
  *value = (int)*semaphore;
  return 0;
}

/* Barriers: how many they wait for, how many wait, how many times all have come. */
enum { EXPECTED, WAITING, ROUND };
MODEL int pthread_barrier_init(unsigned *barrier, const void *attributes, unsigned count) {
  __llumc_yield();
  if (count == 0) return INVALID;
  barrier[EXPECTED] = count;
  barrier[WAITING] = barrier[ROUND] = 0;
  return 0;
}
MODEL int pthread_barrier_destroy(void *barrier) { return 0; }
MODEL int pthread_barrier_wait(unsigned *barrier) {
  __llumc_yield();
  unsigned round = barrier[ROUND];
  if (++barrier[WAITING] == barrier[EXPECTED]) {
    barrier[WAITING] = 0;
    barrier[ROUND]++;
    return -1;
  }
  __llumc_yield();
  wait_until(barrier[ROUND] != round);
  return 0;
}

/* 0: nobody has called it yet; 1: somebody is about to; 2: it is done. */
MODEL int pthread_once(int *once, void (*initialise)(void)) {
  __llumc_yield();
  if (*once == 0) {
    *once = 1;
    initialise();
    __llumc_yield();
    *once = 2;
  }
  wait_until(*once == 2);
  return 0;
}

/* Values of each thread. */
enum { KEYS = 8 };
static unsigned keys;
static _Thread_local const void *values[KEYS];
MODEL int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  __llumc_yield();
  if (destructor) __threads_destructor();
  if (keys == KEYS) __threads_keys();
  *key = keys++;
  return 0;
}
MODEL int pthread_key_delete(unsigned key) { return 0; }
MODEL void *pthread_getspecific(unsigned key) {
  if (key >= keys) __threads_unknown();
  return (void *)values[key];
}
MODEL int pthread_setspecific(unsigned key, const void *value) {
  if (key >= keys) __threads_unknown();
  values[key] = value;
  return 0;
}
