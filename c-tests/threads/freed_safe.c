#include <pthread.h>
#include <stdlib.h>
static void *worker(void *argument) {
  free(argument);
  return 0;
}
int main(void) {
  pthread_t a;
  int *p = malloc(sizeof *p);
  *p = 1;
  pthread_create(&a, 0, worker, p);
  pthread_join(a, 0);
  return 0;
}
