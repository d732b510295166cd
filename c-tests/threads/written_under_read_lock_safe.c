#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int count;
static void *worker(void *argument) {
  pthread_rwlock_wrlock(&lock);
  count++;
  pthread_rwlock_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (count != 2) reach_error();
  return 0;
}
