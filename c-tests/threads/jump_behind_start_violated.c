#include <pthread.h>
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf b;
static int x;
static void *w(void *p) { x = 2; return 0; }
int main(void) {
  pthread_t t;
  if (setjmp(b) == 0) {
    pthread_create(&t, 0, w, 0);
    longjmp(b, 1);
  } else {
    x = 1;
    if (x != 1) reach_error();
  }
  return 0;
}
