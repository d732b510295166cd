#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  int old = count;
  count = old + 1;
  if (count != old + 1) reach_error();
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_mutex_init(&lock, 0);
  pthread_mutex_lock(&lock);
  count = 7;
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
