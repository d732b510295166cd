#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (pthread_join(pthread_self(), 0)) reach_error();
  return 0;
}
