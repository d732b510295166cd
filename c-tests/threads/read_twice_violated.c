#include <pthread.h>
static int *shared;
static int cell;
static void *worker(void *argument) {
  shared = 0 ? &cell : 0;
  return 0;
}
int main(void) {
  pthread_t a;
  shared = &cell;
  pthread_create(&a, 0, worker, 0);
  if (shared) *shared = 1;
  return 0;
}
