#include <pthread.h>
static pthread_t first, number;
static void *worker(void *argument) { return 0; }
static void *other(void *argument) { return (void *)number; }
int main(void) {
  pthread_create(&first, 0, worker, 0);
  pthread_join(first, 0);
  pthread_create(&number, 0, other, 0);
  pthread_join(number, 0);
  return 0;
}
