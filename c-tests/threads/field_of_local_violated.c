#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
static void *worker(void *argument) {
  struct pair *pair = argument;
  pair->b = 1;
  pair->b = 0;
  return 0;
}
int main(void) {
  pthread_t a;
  struct pair pair = {0, 0};
  pthread_create(&a, 0, worker, &pair);
  int before = pair.b;
  if (pair.b != before) reach_error();
  return 0;
}
