#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int wants[2], turn, inside;
static void *other(void *argument) {
  for (;;) {
    wants[1] = 1;
    turn = 0;
    while (wants[0] && turn == 0) {}
    inside = 1;
    inside = 0;
    wants[1] = 0;
  }
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, other, 0);
  for (;;) {
    wants[0] = 1;
    turn = 1;
    while (wants[1] && turn == 0) {}
    if (inside) reach_error();
    wants[0] = 0;
  }
}
