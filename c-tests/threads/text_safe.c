#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <string.h>
static char text[4] = "abc";
static void *worker(void *argument) {
  text[1] = 'x';
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  size_t before = strlen(text);
  size_t after = strlen(text);
  if (before != after) reach_error();
  pthread_join(a, 0);
  return 0;
}
