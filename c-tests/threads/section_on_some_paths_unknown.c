#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int count;
static void *worker(void *argument) {
  if (__VERIFIER_nondet_int()) __VERIFIER_atomic_begin();
  count++;
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  if (count > 1) reach_error();
  return 0;
}
