#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock;
static int x;
static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  x = 1;
  pthread_mutex_unlock(&lock);
  x = 0;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attributes);
  pthread_create(&a, 0, worker, 0);
  pthread_mutex_lock(&lock);
  if (x) reach_error();
  pthread_mutex_unlock(&lock);
  return 0;
}
