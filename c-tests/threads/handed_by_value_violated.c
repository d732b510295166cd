#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct large { int all[6]; };
static struct large shared;
static int first(struct large copy) { return copy.all[0]; }
static void *worker(void *argument) {
  shared.all[0] = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  int before = first(shared);
  int after = first(shared);
  if (after != before) reach_error();
  return 0;
}
