#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_barrier_t barrier;
static int before[2];
static void *worker(void *argument) {
  int own = *(int *)argument;
  before[own] = 1;
  pthread_barrier_wait(&barrier);
  if (!before[1 - own]) reach_error();
  return 0;
}
int main(void) {
  pthread_t a, b;
  int numbers[2] = {0, 1};
  pthread_barrier_init(&barrier, 0, 1);
  pthread_create(&a, 0, worker, &numbers[0]);
  pthread_create(&b, 0, worker, &numbers[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
