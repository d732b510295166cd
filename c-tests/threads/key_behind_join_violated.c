#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_key_t key = 7;
static void *worker(void *argument) {
  int once = key, twice = key;
  if (once != twice) reach_error();
  return 0;
}
static void *other(void *argument) { return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(b, 0);
  pthread_key_create(&key, 0);
  return 0;
}
