#include <assert.h>

struct record {
  long a, b, c;
};
static struct record now;
static long *shared;
static int rounds;

void handler(void) {
  if (rounds < 2) {
    rounds++;
    now.a++;
    now.b++;
    now.c++;
  }
  if (shared) *shared = 1;
}

/* The structure is copied where the call is, and a variable that the handler knows ends with it. */
static long difference(struct record given) {
  long local = 0;
  shared = &local;
  shared = 0;
  return given.a - given.c;
}

int main(void) {
  assert(difference(now) == 0);
  return 0;
}
