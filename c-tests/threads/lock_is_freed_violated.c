#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct shared { pthread_mutex_t lock; int x; };
static int done;
static void *worker(void *argument) {
  struct shared *shared = argument;
  pthread_mutex_lock(&shared->lock);
  done = 1;
  pthread_mutex_unlock(&shared->lock);
  return 0;
}
int main(void) {
  pthread_t a;
  struct shared *shared = malloc(sizeof *shared);
  pthread_mutex_init(&shared->lock, 0);
  pthread_create(&a, 0, worker, shared);
  if (done) free(shared);
  pthread_join(a, 0);
  return 0;
}
