#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int x;
static void *worker(void *argument) {
  x++;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&a, &attributes, worker, 0);
  pthread_create(&a, 0, worker, 0);
  pthread_detach(a);
  int seen = x;
  if (seen < 0 || seen > 2) reach_error();
  return 0;
}
