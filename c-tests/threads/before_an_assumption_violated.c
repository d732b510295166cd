#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int x;
static void *worker(void *argument) {
  if (x == 3) reach_error();
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  x = 3;
  __VERIFIER_assume(0);
  return 0;
}
