// What the main loop takes from the ring is what the interrupt put in: every byte once, in order.
#include <assert.h>

#include "../ring.h"
#include "nondet.h"

static struct ring ring;

static uint8_t sent; // of the interrupt: bytes are numbered, so that each one is known again

// May come between any two accesses to what is shared (--interrupt ring_isr).
void ring_isr(void) {
  if (ring_put(&ring, sent)) sent = (uint8_t)((sent + 1u) % 8u);
}

void check_ring(void) {
  uint8_t expected = 0;
  for (;;) {
    uint8_t byte;
    if (!ring_get(&ring, &byte)) continue;
    assert(byte == expected);
    expected = (uint8_t)((expected + 1u) % 8u);
  }
}
