// Signals come through the bus unchanged, and no payload leads out of their ranges.
#include <assert.h>

#include "../can.h"
#include "nondet.h"

static struct can_frame any_frame(void) {
  struct can_frame frame = {.id = any_u32(), .dlc = any_u8()};
  for (uint32_t i = 0; i < 8u; i++) frame.data[i] = any_u8();
  return frame;
}

void check_can_command(void) {
  const struct can_command sent = {
      .go = any_bool(),
      .reverse = any_bool(),
      .torque = any_i16(),
      .max_rpm = any_u16(),
      .sequence = any_u8(),
  };
  assume(sent.torque >= -2048 && sent.torque <= 2047);
  assume(sent.max_rpm <= 8191u && sent.sequence <= 15u);

  struct can_frame frame;
  struct can_command got;
  can_encode_command(&sent, &frame);
  assert(can_decode_command(&frame, &got));
  assert(got.go == sent.go && got.reverse == sent.reverse);
  assert(got.torque == sent.torque);
  assert(got.max_rpm == sent.max_rpm && got.sequence == sent.sequence);
}

void check_can_status(void) {
  const struct can_status sent = {
      .state = any_u8(),
      .current = any_i16(),
      .rpm = any_i16(),
      .temperature = any_i16(),
      .sequence = any_u8(),
  };
  assume(sent.state <= 7u && sent.sequence <= 15u);
  assume(sent.current >= -16384 && sent.current <= 16383);
  assume(sent.temperature >= -256 && sent.temperature <= 255);

  struct can_frame frame;
  struct can_status got;
  can_encode_status(&sent, &frame);
  assert(can_decode_status(&frame, &got));
  assert(got.state == sent.state && got.sequence == sent.sequence);
  assert(got.current == sent.current);
  assert(got.rpm == sent.rpm);
  assert(got.temperature == sent.temperature);
}

// Whatever comes is taken only if it is a command, and then all of it lies in its range.
void check_can_frame(void) {
  const struct can_frame frame = any_frame();
  struct can_command got;
  if (!can_decode_command(&frame, &got)) return;
  assert(frame.id == CAN_ID_COMMAND && frame.dlc >= 4u);
  assert(got.torque >= -2048 && got.torque <= 2047);
  assert(got.max_rpm <= 8191u && got.sequence <= 15u);
}
