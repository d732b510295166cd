/* It may be told twice that the message was sent. */
#include <stdlib.h>
extern void link_send(void (*done)(void *), void *message);
extern void flush(void);

static void *pending;

static void done(void *message) {
  free(message);
}

int main(void) {
  pending = malloc(4);
  link_send(done, pending);
  flush();
  return 0;
}
