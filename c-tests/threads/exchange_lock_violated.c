#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static atomic_int held;
static int inside;
static void *worker(void *argument) {
  int free = 0;
  while (atomic_load(&held)) {}
  atomic_store(&held, 1);
  inside++;
  if (inside != 1) reach_error();
  inside--;
  atomic_store(&held, 0);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  return pthread_join(a, 0) + pthread_join(b, 0);
}
