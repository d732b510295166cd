#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
static int x;
static void handler(void) {
  if (x) reach_error();
}
static void *worker(void *argument) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  atexit(handler);
  pthread_create(&a, 0, worker, 0);
  pthread_exit(0);
}
