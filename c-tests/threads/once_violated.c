#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made;
static void make(void) { made++; }
static void *worker(void *argument) {
  if (!made) make();
  if (made != 1) reach_error();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
