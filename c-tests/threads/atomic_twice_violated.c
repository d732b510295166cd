#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static atomic_int x;
static void *worker(void *argument) {
  atomic_fetch_add(&x, 1);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  int before = atomic_fetch_add(&x, 0);
  int after = atomic_fetch_add(&x, 0);
  if (after != before) reach_error();
  return 0;
}
