#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static void *worker(void *argument) {
  int *number = malloc(sizeof(int));
  if (number) *number = 5;
  return number;
}
int main(void) {
  pthread_t a;
  void *result;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, &result);
  int seen = result ? *(int *)result : 0;
  free(result);
  return seen;
}
