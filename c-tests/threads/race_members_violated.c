#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
static struct pair {
  char first[4], second[4];
} pair;
static void *worker(void *argument) {
  memcpy(pair.first, "abcd", 4);
  return 0;
}
static void *other(void *argument) {
  return (void *)(long)pair.first[3];
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
