#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <string.h>
static char text[4], other[4];
static int x;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void initialise(void) { strcpy(other, "a"); }
static void *worker(void *argument) {
  pthread_once(&once, initialise);
  strcpy(text, "b");
  x = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  int seen = x;
  char first = text[0];
  if (seen && !first) reach_error();
  pthread_join(a, 0);
  return 0;
}
