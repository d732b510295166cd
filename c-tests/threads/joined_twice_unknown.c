#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void *worker(void *argument) { return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(a, 0);
  return 0;
}
