#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int *global;
static void *worker(void *argument) {
  int local = 0;
  global = &local;
  local = 0;
  while (global) {}
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  int *p = global;
  if (p) {
    int before = *p, after = *p;
    if (before != after) reach_error();
  }
  global = 0;
  return 0;
}
