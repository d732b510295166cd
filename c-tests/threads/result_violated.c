#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void *worker(void *argument) {
  int *number = argument;
  *number += 1;
  return argument;
}
int main(void) {
  pthread_t a;
  int number = __VERIFIER_nondet_int() & 7, before = number;
  void *result = 0;
  pthread_create(&a, 0, worker, &number);
  if (number != before + 1 || result) reach_error();
  return 0;
}
