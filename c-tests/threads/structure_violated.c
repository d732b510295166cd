#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct work { int from, to, sum; };
static void *add(void *argument) {
  struct work *work = argument;
  work->sum = work->from + work->to;
  return 0;
}
int main(void) {
  pthread_t thread;
  struct work work[2] = {{0, 1, 0}, {2, 3, 0}};
  pthread_create(&thread, 0, add, &work[0]);
  add(&work[1]);
  if (work[0].sum + work[1].sum != 6) reach_error();
  return 0;
}
