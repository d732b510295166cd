#include <pthread.h>
#include <setjmp.h>
extern void reach_error(void);
static int x;
static jmp_buf b;
static void *w(void *p) { longjmp(b, 1); }
int main(void) {
  pthread_t t;
  if (setjmp(b) == 0) { pthread_create(&t, 0, w, 0); pthread_join(t, 0); }
  return 0;
}
