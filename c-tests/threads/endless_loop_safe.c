#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int x;
static void *worker(void *argument) {
  x = 0;
  for (;;) {}
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  if (x) reach_error();
  return 0;
}
