// Bytes on their way from one producer (an interrupt) to one consumer (the main loop).
#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stdint.h>

// One slot always stays empty: that is how a full ring differs from an empty one.
#ifndef RING_SLOTS
#define RING_SLOTS 16u
#endif

// Returns false, and drops the byte, if the ring is full.
bool ring_put(uint8_t byte);

#define RING_EMPTY (-1)

// Returns the oldest byte, or RING_EMPTY.
int16_t ring_get(void);

#endif
