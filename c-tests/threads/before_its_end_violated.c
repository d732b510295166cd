#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <semaphore.h>
static int done;
static sem_t begun;
static void *worker(void *argument) {
  sem_post(&begun);
  done = 1;
  return 0;
}
static void *other(void *argument) { return 0; }
int main(void) {
  pthread_t a, b;
  sem_init(&begun, 0, 0);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, other, 0);
  sem_wait(&begun);
  pthread_join(b, 0);
  if (done == 0) reach_error();
  return 0;
}
