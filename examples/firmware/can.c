#include "can.h"

// A signal is a run of bits of the payload, which is one number, least significant byte first.
struct signal {
  uint8_t start;
  uint8_t bits;
};

static const struct signal command_go = {0, 1};
static const struct signal command_reverse = {1, 1};
static const struct signal command_torque = {3, 12};
static const struct signal command_max_rpm = {15, 13};
static const struct signal command_sequence = {28, 4};
enum { COMMAND_BYTES = 4 };

static const struct signal status_state = {0, 3};
static const struct signal status_current = {3, 15};
static const struct signal status_rpm = {21, 16}; // lies in both halves of the payload
static const struct signal status_temperature = {37, 9};
static const struct signal status_sequence = {47, 4};
enum { STATUS_BYTES = 7 };

static uint32_t mask(struct signal s) { return (1u << s.bits) - 1u; }

static uint64_t load(const struct can_frame *frame) {
  uint64_t payload = 0;
  for (uint32_t i = 0; i < 8u; i++) {
#ifdef BUG_CAN
    payload |= (uint64_t)(frame->data[i] << (8u * i)); // widened after the shift: too late
#else
    payload |= (uint64_t)frame->data[i] << (8u * i);
#endif
  }
  return payload;
}

static void store(struct can_frame *frame, uint64_t payload) {
  for (uint32_t i = 0; i < 8u; i++) frame->data[i] = (uint8_t)(payload >> (8u * i));
}

static uint32_t get(uint64_t payload, struct signal s) {
  return (uint32_t)(payload >> s.start) & mask(s);
}

// The highest bit of the signal counts negative.
static int16_t get_signed(uint64_t payload, struct signal s) {
  const int32_t value = (int32_t)get(payload, s);
  const int32_t sign = (int32_t)1 << (s.bits - 1u);
  return (int16_t)((value ^ sign) - sign);
}

static uint64_t put(struct signal s, uint32_t value) {
  return (uint64_t)(value & mask(s)) << s.start;
}

static uint64_t put_signed(struct signal s, int16_t value) { return put(s, (uint32_t)value); }

static bool is(const struct can_frame *frame, uint32_t id, uint8_t bytes) {
  return frame->id == id && frame->dlc >= bytes;
}

bool can_decode_command(const struct can_frame *frame, struct can_command *command) {
  if (!is(frame, CAN_ID_COMMAND, COMMAND_BYTES)) return false;
  const uint64_t payload = load(frame);
  command->go = get(payload, command_go) != 0u;
  command->reverse = get(payload, command_reverse) != 0u;
  command->torque = get_signed(payload, command_torque);
  command->max_rpm = (uint16_t)get(payload, command_max_rpm);
  command->sequence = (uint8_t)get(payload, command_sequence);
  return true;
}

void can_encode_command(const struct can_command *command, struct can_frame *frame) {
  frame->id = CAN_ID_COMMAND;
  frame->dlc = COMMAND_BYTES;
  store(frame, put(command_go, command->go) | put(command_reverse, command->reverse) |
                   put_signed(command_torque, command->torque) |
                   put(command_max_rpm, command->max_rpm) |
                   put(command_sequence, command->sequence));
}

bool can_decode_status(const struct can_frame *frame, struct can_status *status) {
  if (!is(frame, CAN_ID_STATUS, STATUS_BYTES)) return false;
  const uint64_t payload = load(frame);
  status->state = (uint8_t)get(payload, status_state);
  status->current = get_signed(payload, status_current);
  status->rpm = get_signed(payload, status_rpm);
  status->temperature = get_signed(payload, status_temperature);
  status->sequence = (uint8_t)get(payload, status_sequence);
  return true;
}

void can_encode_status(const struct can_status *status, struct can_frame *frame) {
  frame->id = CAN_ID_STATUS;
  frame->dlc = STATUS_BYTES;
  store(frame, put(status_state, status->state) | put_signed(status_current, status->current) |
                   put_signed(status_rpm, status->rpm) |
                   put_signed(status_temperature, status->temperature) |
                   put(status_sequence, status->sequence));
}
