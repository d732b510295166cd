#include <pthread.h>
#include <stdlib.h>
static void *worker(void *argument) { return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  return 0;
}
