// A ring buffer between one producer (an interrupt) and one consumer (the main loop).
#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stdint.h>

// One slot always stays empty: that is how a full ring differs from an empty one.
#define RING_SLOTS 4u

struct ring {
  volatile uint8_t head; // the next slot to write; only the producer changes it
  volatile uint8_t tail; // the next slot to read; only the consumer changes it
  volatile uint8_t data[RING_SLOTS];
};

// Returns false, and drops the byte, if the ring is full.
bool ring_put(struct ring *ring, uint8_t byte);

// Returns false if the ring is empty.
bool ring_get(struct ring *ring, uint8_t *byte);

#endif
