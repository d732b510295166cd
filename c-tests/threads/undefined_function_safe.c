#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void fill(const int *p);
static int x;
static void *worker(void *argument) {
  fill(&x);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  int before = x, after = x;
  if (before != after) reach_error();
  pthread_join(a, 0);
  return 0;
}
