#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct counter {
  pthread_mutex_t lock;
  int count, twice;
};
static void add(struct counter *counter) {
  pthread_mutex_lock(&counter->lock);
  counter->count++;
  counter->twice += 2;
  if (counter->twice != 2 * counter->count) reach_error();
  pthread_mutex_unlock(&counter->lock);
}
static struct counter counter;
static void *worker(void *argument) {
  struct counter *mine = argument;
  add(mine);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_mutex_init(&counter.lock, 0);
  pthread_create(&a, 0, worker, &counter);
  pthread_create(&b, 0, worker, &counter);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
