#include <pthread.h>
static _Thread_local int own;
static int *kept;
static void *worker(void *argument) {
  kept = &own;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  *kept = 1;
  return 0;
}
