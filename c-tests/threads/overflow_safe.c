#include <pthread.h>
static int x;
static void *worker(void *argument) {
  x = 2147483646;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  if (x < 100) x = x + 1;
  return 0;
}
