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
  pthread_t threads[2];
  struct work work[2] = {{0, 1, 0}, {2, 3, 0}};
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, add, &work[i]);
  for (int i = 0; i < 1; i++) pthread_join(threads[i], 0);
  if (work[0].sum + work[1].sum != 6) reach_error();
  return 0;
}
