#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int x, seen;
extern void outside(void (*)(void));
static void back(void) { int before = x; seen = x - before; }
static void *worker(void *argument) {
  outside(back);
  if (seen) reach_error();
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  x = 1;
  return 0;
}
