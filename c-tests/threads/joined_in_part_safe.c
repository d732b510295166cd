#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  count++;
  count++;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_mutex_lock(&lock);
  int seen = count;
  pthread_mutex_unlock(&lock);
  if (seen == 3) reach_error();
  return 0;
}
