#include <pthread.h>
#include <string.h>
static pthread_t number;
static void *worker(void *argument) {
  return (void *)number;
}
int main(void) {
  pthread_create(&number, 0, worker, 0);
  pthread_join(number, 0);
  return 0;
}
