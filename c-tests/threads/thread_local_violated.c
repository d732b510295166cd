#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int own = 5;
static void *worker(void *argument) {
  if (own++ != 5) reach_error();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(b, 0);
  return 0;
}
