#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static atomic_int n;
static void *worker(void *argument) {
  int expected = atomic_load(&n);
  if (!atomic_compare_exchange_strong(&n, &expected, expected + 1)) reach_error();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(b, 0);
  return 0;
}
