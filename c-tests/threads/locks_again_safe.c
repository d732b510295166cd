#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  reach_error();
  return 0;
}
