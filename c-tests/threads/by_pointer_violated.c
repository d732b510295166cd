#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int x;
static void *one(void *argument) { x = 1; return 0; }
static void *two(void *argument) { x = 2; return 0; }
int main(void) {
  pthread_t a;
  void *(*which)(void *) = __VERIFIER_nondet_int() ? one : two;
  pthread_create(&a, 0, which, 0);
  pthread_join(a, 0);
  if (x == 2) reach_error();
  return 0;
}
