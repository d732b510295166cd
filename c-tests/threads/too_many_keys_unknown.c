#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void *worker(void *argument) { return 0; }
int main(void) {
  pthread_t a;
  pthread_key_t key;
  for (int i = 0; i < 9; i++) pthread_key_create(&key, 0);
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  return 0;
}
