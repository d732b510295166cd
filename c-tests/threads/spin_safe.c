#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_spinlock_t lock;
static int x;
static void *worker(void *argument) {
  pthread_spin_lock(&lock);
  x = 1;
  x = 0;
  pthread_spin_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, 0, worker, 0);
  pthread_spin_lock(&lock);
  if (x) reach_error();
  pthread_spin_unlock(&lock);
  return 0;
}
