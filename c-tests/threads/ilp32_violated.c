#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static long long wide;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  wide += 1;
  pthread_mutex_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t a;
  void *result;
  pthread_create(&a, 0, worker, (void *)5);
  pthread_mutex_lock(&lock);
  wide += 2;
  pthread_mutex_unlock(&lock);
  if (wide != 3) reach_error();
  return 0;
}
