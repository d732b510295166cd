#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int x, y, seen_x = 1, seen_y = 1;
static void *first(void *argument) {
  x = 1;
  seen_y = y;
  return 0;
}
static void *second(void *argument) {
  y = 1;
  seen_x = x;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (seen_x + seen_y == 2) reach_error();
  return 0;
}
