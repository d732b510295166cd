#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static sem_t empty, full;
static int item;
static void *producer(void *argument) {
  for (int i = 1; i <= 2; i++) {
    sem_wait(&empty);
    item = i;
    sem_post(&full);
  }
  return 0;
}
int main(void) {
  pthread_t a;
  sem_init(&empty, 0, 2);
  sem_init(&full, 0, 0);
  pthread_create(&a, 0, producer, 0);
  for (int i = 1; i <= 2; i++) {
    sem_wait(&full);
    if (item != i) reach_error();
    sem_post(&empty);
  }
  pthread_join(a, 0);
  return 0;
}
