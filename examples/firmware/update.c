#include "update.h"

#include <string.h>

static void keep_piece(struct update *update, const struct can_frame *frame) {
  const uint32_t at = frame->data[0] * UPDATE_PIECE;
  if (at > UPDATE_BYTES - UPDATE_PIECE) return;
  memcpy(update->bytes + at, frame->data + 1, UPDATE_PIECE);
}

static enum boot_result examine(const struct update *update) {
  struct boot_image image;
  const enum boot_result result = boot_parse(update->bytes, UPDATE_BYTES, &image);
  return result == BOOT_OK ? boot_verify(update->bytes, UPDATE_BYTES, &image) : result;
}

void update_frame(struct update *update, const struct can_frame *frame) {
  if (frame->id == CAN_ID_UPDATE && frame->dlc >= sizeof frame->data) keep_piece(update, frame);
  if (frame->id == CAN_ID_UPDATE_END) update->result = examine(update);
}
