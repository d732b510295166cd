// Frames of the CAN bus, and the signals in their payload.
#ifndef CAN_H
#define CAN_H

#include <stdbool.h>
#include <stdint.h>

#define CAN_ID_COMMAND 0x120u
#define CAN_ID_STATUS 0x1a5u

struct can_frame {
  uint32_t id;
  uint8_t dlc; // length of the payload; 9 to 15 are possible on the bus, and mean 8
  uint8_t data[8];
};

// What the vehicle asks for.
struct can_command {
  bool go;
  bool reverse;
  int16_t torque;    // -2048 .. 2047
  uint16_t max_rpm;  // 0 .. 8191
  uint8_t sequence;  // 0 .. 15
};

// What the controller tells.
struct can_status {
  uint8_t state;       // 0 .. 7
  int16_t current;     // -16384 .. 16383
  int16_t rpm;         // -32768 .. 32767
  int16_t temperature; // -256 .. 255
  uint8_t sequence;    // 0 .. 15
};

// False if the frame is another one, or too short.
bool can_decode_command(const struct can_frame *frame, struct can_command *command);
bool can_decode_status(const struct can_frame *frame, struct can_status *status);

void can_encode_command(const struct can_command *command, struct can_frame *frame);
void can_encode_status(const struct can_status *status, struct can_frame *frame);

#endif
