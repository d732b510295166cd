#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int after;
static void inner(int *number) {
  if (*number > 2) pthread_exit(number);
  after = 1;
}
static void *worker(void *argument) {
  int *number = argument;
  *number = 1 + 1;
  inner(number);
  return 0;
}
int main(void) {
  pthread_t a;
  int number;
  void *result;
  pthread_create(&a, 0, worker, &number);
  pthread_join(a, &result);
  if (after || result != &number) reach_error();
  return 0;
}
