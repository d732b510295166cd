#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct base {
  int id, value;
};
struct locked {
  struct base base;
  pthread_mutex_t lock;
};
static struct locked both[2];
static void *worker(void *argument) {
  struct locked *mine = argument;
  pthread_mutex_lock(&mine->lock);
  mine->base.value = 1;
  mine->base.value = 0;
  pthread_mutex_unlock(&mine->lock);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, &both[1]);
  struct locked *mine = &both[0];
  pthread_mutex_lock(&mine->lock);
  if ((((struct locked *)&mine->base) + 1)->base.value) reach_error();
  pthread_mutex_unlock(&mine->lock);
  return 0;
}
