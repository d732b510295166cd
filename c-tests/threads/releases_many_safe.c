#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t locks[3];
static int count;
static void release(pthread_mutex_t *from, int many) {
  if (many == 0) return;
  pthread_mutex_unlock(from);
  release(from + 1, many - 1);
}
static void *worker(void *argument) {
  for (int i = 0; i < 3; i++) pthread_mutex_lock(&locks[i]);
  int old = count;
  count = old + 1;
  release(locks, 3);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (count > 2) reach_error();
  return 0;
}
