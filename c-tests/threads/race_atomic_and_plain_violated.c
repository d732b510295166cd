#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
static int count;
static void *worker(void *argument) {
  __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
  return 0;
}
static void *other(void *argument) {
  count = 2;
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
