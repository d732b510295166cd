#include <pthread.h>
#include <setjmp.h>
extern void reach_error(void);
static int x;
static void *w(void *p) { 
  jmp_buf b;
  volatile int tries = 0;
  int *q = p;
  if (setjmp(b) < 2) { tries++; longjmp(b, tries); }
  *q = tries;
  return 0; }
int main(void) {
  pthread_t t, u;
  int r1 = 0, r2 = 0;
  pthread_create(&t, 0, w, &r1);
  pthread_create(&u, 0, w, &r2);
  pthread_join(t, 0);
  pthread_join(u, 0);
  if (r1 == 2 && r2 == 2) reach_error();
  return 0;
}
