#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int item;
static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  item = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_mutex_lock(&lock);
  if (!item) pthread_cond_wait(&ready, &lock);
  if (item != 1) reach_error();
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
