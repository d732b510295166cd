#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <setjmp.h>
static int x;
static void *worker(void *argument) {
  jmp_buf place;
  if (setjmp(place) == 0) {
    x = 1;
    longjmp(place, 1);
  }
  x = 2;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  if (x != 2) reach_error();
  return 0;
}
