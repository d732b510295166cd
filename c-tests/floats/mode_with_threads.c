#include <fenv.h>
#include <pthread.h>
extern void reach_error(void);
/* Each thread has a mode of its own. */
static void *run(void *p) { return p; }
int main(void) {
  pthread_t thread;
  fesetround(FE_UPWARD);
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  return 0;
}
