#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int count;
static void *worker(void *argument) {
  pthread_rwlock_rdlock(&lock);
  int seen = count;
  pthread_rwlock_unlock(&lock);
  return (void *)(long)seen;
}
static void *other(void *argument) {
  pthread_rwlock_wrlock(&lock);
  count = 2;
  pthread_rwlock_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
