#include <pthread.h>
#include <stdlib.h>
static void *worker(void *argument) {
  int own = 3;
  *(int **)argument = &own;
  return 0;
}
int main(void) {
  pthread_t a;
  int *p;
  pthread_create(&a, 0, worker, &p);
  pthread_join(a, 0);
  return *p;
}
