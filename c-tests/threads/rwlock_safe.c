#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;
static void *writer(void *argument) {
  pthread_rwlock_wrlock(&lock);
  x++;
  y++;
  pthread_rwlock_unlock(&lock);
  return 0;
}
static void *reader(void *argument) {
  pthread_rwlock_rdlock(&lock);
  if (x != y) reach_error();
  pthread_rwlock_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  return 0;
}
