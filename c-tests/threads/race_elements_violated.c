#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
static int results[2];
static void *worker(void *argument) {
  int *mine = argument;
  *mine = *mine + 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, &results[0]);
  pthread_create(&b, 0, worker, &results[0]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return results[0];
}
