#include <errno.h>
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void *worker(void *argument) {
  errno = 7;
  return 0;
}
int main(void) {
  pthread_t a;
  errno = 3;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  if (errno != 3) reach_error();
  return 0;
}
