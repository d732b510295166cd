#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
static int result;
static void *worker(void *argument) {
  result = 3;
  return 0;
}
int main(void) {
  pthread_t a;
  result = 1;
  pthread_create(&a, 0, worker, 0);
  int seen = result;
  pthread_join(a, 0);
  return seen;
}
