// Receives a firmware image in frames of the bus, and says whether it can be taken.
#ifndef UPDATE_H
#define UPDATE_H

#include "boot.h"
#include "can.h"

#define CAN_ID_UPDATE 0x7e0u // first byte: number of the piece; then its bytes
#define CAN_ID_UPDATE_END 0x7e1u

#define UPDATE_PIECE 7u
#define UPDATE_BYTES 64u

struct update {
  uint8_t bytes[UPDATE_BYTES];
  enum boot_result result;
};

void update_frame(struct update *update, const struct can_frame *frame);

#endif
