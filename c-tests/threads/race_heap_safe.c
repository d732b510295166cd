#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
static void *worker(void *argument) {
  int *number = argument;
  *number = 5;
  free(number);
  return 0;
}
int main(void) {
  pthread_t a;
  int *number = malloc(sizeof(int));
  if (!number) return 1;
  *number = 4;
  pthread_create(&a, 0, worker, number);
  pthread_join(a, 0);
  return 0;
}
