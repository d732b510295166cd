// Undefined functions don't change what the C library keeps of handlers.
#include <stdlib.h>
extern void ext(void);
static int done;
static void bye(void) { done = 1; }

int main(void) {
  atexit(bye);
  ext();
  return 0;
}
