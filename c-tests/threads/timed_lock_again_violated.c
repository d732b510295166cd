#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  pthread_mutex_t lock;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutex_lock(&lock);
  if (pthread_mutex_timedlock(&lock, 0) == 35) reach_error();
  return 0;
}
