#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
static int x;
static void handler(void) {
  if (x == 1) reach_error();
}
static void *worker(void *argument) {
  exit(0);
}
int main(void) {
  pthread_t a;
  atexit(handler);
  pthread_create(&a, 0, worker, 0);
  x = 0;
  x = 2;
  pthread_join(a, 0);
  return 0;
}
