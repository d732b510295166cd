#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int x, done;
static void *worker(void *argument) {
  if (x) reach_error();
  return 0;
}
int main(void) {
  pthread_t a;
  int known = 0;
  pthread_create(&a, 0, worker, 0);
  for (;;) {
    if (!known) {
      x = 1;
      known = 1;
    }
  }
}
