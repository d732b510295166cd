#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  x = 1;
  x = 0;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  if (pthread_mutex_trylock(&lock)) {
    if (x) reach_error();
    pthread_mutex_unlock(&lock);
  }
  pthread_join(a, 0);
  return 0;
}
