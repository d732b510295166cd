#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
static int count = 3, seen[2];
static void *worker(void *argument) {
  seen[argument != 0] = count;
  return 0;
}
int main(void) {
  pthread_t a, b;
  count = 4;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, &count);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return seen[0] + seen[1];
}
