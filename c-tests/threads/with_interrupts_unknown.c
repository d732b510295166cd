#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int x;
void tick(void) { x++; }
static void *worker(void *argument) { return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  if (x > 1) reach_error();
  return 0;
}
