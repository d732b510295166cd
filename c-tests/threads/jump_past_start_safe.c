#include <pthread.h>
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf b;
static int x;
static void *w(void *p) { x = 2; return 0; }
static void start(void) {
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    longjmp(b, 1);
}
int main(void) {
  volatile int n = 0;
  int k = x + 5;
  if (setjmp(b) == 0) { n = 3; start(); }
  int a = x, c = x;
  if (n != 3 || k != 5) reach_error();
  if (a > c) reach_error();
  return 0;
}
