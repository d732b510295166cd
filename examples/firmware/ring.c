#include "ring.h"

static volatile uint8_t head; // the next slot to write; only the producer changes it
static volatile uint8_t tail; // the next slot to read; only the consumer changes it
static volatile uint8_t slots[RING_SLOTS];

static uint8_t next(uint8_t slot) {
#ifdef BUG_RING
  const bool last = slot == RING_SLOTS; // slots are counted from 0, so this one is too many
#else
  const bool last = slot == RING_SLOTS - 1u;
#endif
  return last ? 0u : (uint8_t)(slot + 1u);
}

bool ring_put(uint8_t byte) {
  const uint8_t slot = head;
  if (next(slot) == tail) return false;
  // The byte goes first: as soon as head has moved the consumer may take it.
  slots[slot] = byte;
  head = next(slot);
  return true;
}

int16_t ring_get(void) {
  const uint8_t slot = tail;
  if (slot == head) return RING_EMPTY;
  // The byte goes first here, too: as soon as tail has moved the slot is the producer's.
  const uint8_t byte = slots[slot];
  tail = next(slot);
  return byte;
}
