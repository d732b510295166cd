#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int last;
static void *worker(void *argument) {
  last = *(int *)argument;
  return 0;
}
int main(void) {
  pthread_t threads[3];
  int numbers[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++) {
    pthread_create(&threads[i], 0, worker, &numbers[i]);
    pthread_join(threads[i], 0);
  }
  if (last != 3) reach_error();
  return 0;
}
