#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int done;
static void *worker(void *argument) {
  while (!done) {}
  reach_error();
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  done = 1;
  pthread_exit(0);
}
