#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 3
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  int old = count;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  count = old + 1;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  if (count != N) reach_error();
  return 0;
}
