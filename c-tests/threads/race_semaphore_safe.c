#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
static sem_t full;
static int message;
static void *worker(void *argument) {
  message = 5;
  sem_post(&full);
  return 0;
}
int main(void) {
  pthread_t a;
  sem_init(&full, 0, 0);
  pthread_create(&a, 0, worker, 0);
  sem_wait(&full);
  int seen = message;
  pthread_join(a, 0);
  return seen;
}
