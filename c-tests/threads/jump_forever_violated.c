#include <pthread.h>
#include <setjmp.h>
extern void reach_error(void);
static int x;
static void *w(void *p) { if (x == 1) reach_error(); return 0; }
int main(void) {
  jmp_buf b;
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  setjmp(b);
  x = 1;
  longjmp(b, 1);
}
