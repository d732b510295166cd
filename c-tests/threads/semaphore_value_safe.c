#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  sem_t semaphore;
  if (sem_init(&semaphore, 0, 2147483647)) reach_error();
  return 0;
}
