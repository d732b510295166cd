// What the main loop takes from the ring is what the interrupt put in: every byte once, in order.
#include <assert.h>

#include "../ring.h"
#include "nondet.h"

// Bytes are numbered, so that one that is lost, doubled or overtaken is noticed. Numbers start anew
// only after more bytes than the ring can hold.
#define NUMBERS (2u * RING_SLOTS)

static uint8_t after(uint8_t number) { return (uint8_t)((number + 1u) % NUMBERS); }

static uint8_t sent; // the next number to send; only the interrupt has it

// May come between any two accesses to the ring (--interrupt ring_isr).
void ring_isr(void) {
  if (ring_put(sent)) sent = after(sent);
}

void check_ring(void) {
  uint8_t expected = 0;
  for (;;) {
    const int16_t got = ring_get();
    if (got == RING_EMPTY) continue;
    assert(got == expected);
    expected = after(expected);
  }
}
