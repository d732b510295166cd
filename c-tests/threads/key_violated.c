#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_key_t key;
static int one, other;
static void *worker(void *argument) {
  pthread_setspecific(key, argument);
  if (pthread_getspecific(key) != &one) reach_error();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, 0);
  pthread_create(&a, 0, worker, &one);
  pthread_create(&b, 0, worker, &other);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (pthread_getspecific(key)) reach_error();
  return 0;
}
