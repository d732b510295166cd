#include "ring.h"

static uint8_t next(uint8_t slot) {
#ifdef BUG_RING
  const bool last = slot == RING_SLOTS; // slots are counted from 0, so this one is too many
#else
  const bool last = slot == RING_SLOTS - 1u;
#endif
  return last ? 0u : (uint8_t)(slot + 1u);
}

bool ring_put(struct ring *ring, uint8_t byte) {
  const uint8_t head = ring->head;
  const uint8_t after = next(head);
  if (after == ring->tail) return false;
  // The byte goes first: as soon as head has moved the consumer may take it.
  ring->data[head] = byte;
  ring->head = after;
  return true;
}

bool ring_get(struct ring *ring, uint8_t *byte) {
  const uint8_t tail = ring->tail;
  if (tail == ring->head) return false;
  // The byte goes first here, too: as soon as tail has moved the slot may be overwritten.
  *byte = ring->data[tail];
  ring->tail = next(tail);
  return true;
}
