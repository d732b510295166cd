#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
#include <string.h>
static int x;
static char *found;
static void *worker(void *argument) {
  x = 1;
  found = strrchr(argument, 'a');
  return 0;
}
int main(void) {
  pthread_t a;
  char *p = malloc(2);
  p[0] = 'a';
  p[1] = 0;
  pthread_create(&a, 0, worker, p);
  if (x) free(p);
  pthread_join(a, 0);
  return 0;
}
