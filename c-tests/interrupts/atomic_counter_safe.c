#include <assert.h>
#include <stdatomic.h>

static atomic_int events;
static int rounds;

void tick(void) {
  if (rounds < 3) {
    rounds++;
    atomic_fetch_add(&events, 1);
  }
}

int main(void) {
  atomic_fetch_add(&events, 1);
  int seen = events;
  assert(seen >= 1 && seen <= 4);
  return 0;
}
