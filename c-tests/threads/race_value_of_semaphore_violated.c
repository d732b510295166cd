#include <pthread.h>
#include <semaphore.h>
static sem_t semaphore;
static struct {
  int value, other;
} both;
static void *worker(void *argument) {
  both.value = 5;
  return 0;
}
int main(void) {
  pthread_t a;
  sem_init(&semaphore, 0, 1);
  pthread_create(&a, 0, worker, 0);
  sem_getvalue(&semaphore, &both.value);
  pthread_join(a, 0);
  return both.value;
}
