#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int wants[2], turn, inside;
static void *first(void *argument) {
  wants[0] = 1;
  turn = 0;
  while (wants[1] && turn == 1) {}
  if (inside) reach_error();
  inside = 1;
  inside = 0;
  wants[0] = 0;
  return 0;
}
static void *second(void *argument) {
  wants[1] = 1;
  turn = 0;
  while (wants[0] && turn == 0) {}
  inside = 1;
  inside = 0;
  wants[1] = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
