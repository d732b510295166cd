#include <stdatomic.h>
extern void reach_error(void);
static atomic_uint events;
static unsigned handled;
void event(void) {
  if (events < 3) atomic_fetch_add(&events, 1);
}
/* Nothing comes between the reading and the writing of an atomic operation. */
int main(void) {
  for (int i = 0; i < 2; i++) {
    unsigned taken = atomic_exchange(&events, 0);
    handled += taken;
  }
  if (handled > 6) reach_error();
  unsigned before = atomic_fetch_add(&events, 4);
  if (atomic_load(&events) < before + 4) reach_error();
  return 0;
}
