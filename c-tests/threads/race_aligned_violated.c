#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static int number;
static void *worker(void *argument) {
  number = 5;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  int seen = *__builtin_align_down(&number, 4);
  pthread_join(a, 0);
  return seen;
}
