/* atexit (C17 7.22.4.2): functions that run at exit and when main has returned, the last one
   first. */
#define MODEL __attribute__((weak))

/* So many are sure to be registered; of more, C leaves open whether it succeeds. */
enum { MOST = 32 };

/* Where nothing is modelled beyond. */
extern void __atexit_more(void), __atexit_twice(void);

typedef void handler_t(void);
static handler_t *handlers[MOST];
static unsigned count;
static _Bool runs;

MODEL int atexit(handler_t *handler) {
  if (count >= MOST) __atexit_more();
  handlers[count++] = handler;
  return 0;
}

/* The program begins to end. */
MODEL void __atexit_begin(void) {
  if (runs) __atexit_twice();
  runs = 1;
}

/* A handler may register another one, which is next (as in glibc; C leaves open whether that
   succeeds). */
MODEL void __atexit_run(void) {
  while (count > 0) handlers[--count]();
}
