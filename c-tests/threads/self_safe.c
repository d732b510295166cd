#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_t own;
static void *worker(void *argument) {
  own = pthread_self();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  if (!pthread_equal(own, a) || pthread_equal(own, pthread_self())) reach_error();
  own = pthread_self();
  pthread_create(&b, 0, worker, 0);
  pthread_join(b, 0);
  if (!pthread_equal(own, b)) reach_error();
  return 0;
}
