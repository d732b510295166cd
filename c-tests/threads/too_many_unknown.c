#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void *worker(void *argument) { return 0; }
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, worker, 0);
  return 0;
}
