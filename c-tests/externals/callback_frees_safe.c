/* The second time nothing is freed. */
#include <stdlib.h>
extern void link_send(void (*done)(void *), void *message);
extern void flush(void);

static void *pending;

static void done(void *message) {
  if (!pending) return;
  pending = 0;
  free(message);
}

int main(void) {
  pending = malloc(4);
  link_send(done, pending);
  flush();
  return 0;
}
