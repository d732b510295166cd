#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x, y;
static void both(void) {
  x++;
  y++;
}
static void *worker(void *argument) {
  both();
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  __VERIFIER_atomic_begin();
  if (x != y) reach_error();
  __VERIFIER_atomic_end();
  return 0;
}
