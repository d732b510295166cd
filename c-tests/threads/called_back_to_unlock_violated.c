#define _GNU_SOURCE
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void outside(void (*)(void));
static int count, seen;
static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static void unlock(void) { pthread_mutex_unlock(&lock); }
static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  outside(unlock);
  count = 1;
  count = 0;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_mutex_lock(&lock);
  seen = count;
  if (seen) reach_error();
  pthread_mutex_unlock(&lock);
  return 0;
}
