#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *(*outside(void))(void *);
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, outside(), 0);
  pthread_join(a, 0);
  return 0;
}
