#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int depth;
static int down(int n) {
  if (n == 0) return 0;
  depth++;
  return 1 + down(n - 1);
}
static void *worker(void *argument) {
  down(2);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  down(1);
  if (depth != 3) reach_error();
  return 0;
}
