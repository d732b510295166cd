#include <stdarg.h>
#include <stdio.h>
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int lines;
static void log_(const char *f, ...) { va_list a; va_start(a, f); pthread_mutex_lock(&m); vprintf(f, a); lines++; pthread_mutex_unlock(&m); va_end(a); }
static void *w(void *p) { log_("worker %d\n", *(int *)p); return 0; }
int main(void) {
  pthread_t t; int one = 1;
  pthread_create(&t, 0, w, &one);
  log_("main %s\n", "x");
  pthread_join(t, 0);
  if (lines != 2) reach_error();
  return 0;
}
