#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void take(pthread_mutex_t *which) { pthread_mutex_lock(which); }
static void add(void) {
  int old = count;
  count = old + 1;
}
static void *worker(void *argument) {
  pthread_mutex_t *which = argument ? &lock : &other;
  take(which);
  add();
  pthread_mutex_unlock(which);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, &count);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (count != 2) reach_error();
  return 0;
}
