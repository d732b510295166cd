// The firmware: what comes from interrupts and registers goes to the parts, once in each tick.
#include <assert.h>
#include <string.h>

#include "control.h"
#include "hw.h"
#include "ring.h"
#include "update.h"

static volatile uint32_t ticks; // wraps around after 49 days

// Interrupts.
void uart_isr(void) {
  if (UART.status & UART_RECEIVED) (void)ring_put((uint8_t)UART.data);
}
void tick_isr(void) { ticks++; }

static struct control control;
static struct update update;
static uint8_t sequence; // of the frames that are sent

static bool receive(struct can_frame *frame) {
  if (!(CAN.status & CAN_RECEIVED)) return false;
  frame->id = CAN.receive_id;
  frame->dlc = (uint8_t)(CAN.receive_length & 15u);
  const uint32_t words[2] = {CAN.receive_data[0], CAN.receive_data[1]};
  memcpy(frame->data, words, sizeof words); // bytes are in the order of the bus
  CAN.release = 1;
  return true;
}

static void send(const struct can_frame *frame) {
  if (!(CAN.status & CAN_MAY_SEND)) return; // the next one will have newer values
  uint32_t words[2];
  memcpy(words, frame->data, sizeof words);
  CAN.send_data[0] = words[0];
  CAN.send_data[1] = words[1];
  CAN.send_length = frame->dlc;
  CAN.send_id = frame->id; // last: this sends it
}

static void poll_console(void) {
  for (int16_t c = ring_get(); c != RING_EMPTY; c = ring_get()) {
    if (c == 's') control.command.go = false;
    if (c == 'r') control.reset = true;
  }
}

static void poll_bus(uint32_t now) {
  struct can_frame frame;
  struct can_command command;
  if (!receive(&frame)) return;
  if (can_decode_command(&frame, &command)) control_command(&control, now, &command);
  update_frame(&update, &frame);
}

static q15_t measure(void) {
  const int32_t raw = (int32_t)(ADC.current & 0xfffu);
  return q15_saturate((raw - 2048) * 16);
}

static void set_bridge(struct drive drive) {
  const uint32_t duty = ((uint32_t)drive.torque * BRIDGE_PERIOD) >> 15;
  assert(duty <= BRIDGE_PERIOD);
  BRIDGE.duty = duty;
  BRIDGE.control = !drive.on ? 0u : drive.reverse ? BRIDGE_ON | BRIDGE_REVERSE : BRIDGE_ON;
}

static void report(q15_t current) {
  struct can_frame frame;
  sequence = (uint8_t)((sequence + 1u) & 15u);
  can_encode_status(
      &(struct can_status){
          .state = (uint8_t)control.motor.state,
          .current = (int16_t)(current / 2),
          .sequence = sequence,
      },
      &frame);
  send(&frame);
}

int main(void) {
  uint32_t last = ticks;
  control_init(&control, last);
  for (;;) {
    const uint32_t now = ticks;
    if (now == last) continue;
    last = now;
    poll_console();
    poll_bus(now);
    const q15_t current = measure();
    set_bridge(control_step(&control, now, current));
    report(current);
  }
}
