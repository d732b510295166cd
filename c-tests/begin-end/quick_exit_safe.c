#include <assert.h>
#include <stdlib.h>
/* Destructors run neither after abort nor after _Exit. */
static int done;
__attribute__((destructor)) static void check(void) { assert(done); }
int main(int argc, char **argv) {
  if (argc == 2) abort();
  if (argc == 3) _Exit(1);
  done = 1;
  return 0;
}
