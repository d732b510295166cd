#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
static int count;
static void handler(void) { count++; }
static void last(void) {
  if (count != 1) reach_error();
}
static void *worker(void *argument) {
  atexit(handler);
  return 0;
}
int main(void) {
  pthread_t a;
  atexit(last);
  pthread_create(&a, 0, worker, 0);
  atexit(handler);
  pthread_join(a, 0);
  return 0;
}
