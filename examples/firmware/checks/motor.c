// The bridge is off in a fault, the direction changes only in a motor that stands still, and it
// stands still only after the brake, which takes its time also while the counter of ticks wraps.
#include <assert.h>

#include "../motor.h"
#include "nondet.h"

static struct motor_inputs any_inputs(void) {
  return (struct motor_inputs){
      .go = any_bool(),
      .reverse = any_bool(),
      .overcurrent = any_bool(),
      .reset = any_bool(),
  };
}

// Which states may come before each other one.
static bool follows(enum motor_state before, enum motor_state after) {
  switch (after) {
  case MOTOR_IDLE: return before == MOTOR_BRAKE;
  case MOTOR_ALIGN: return before == MOTOR_IDLE;
  case MOTOR_RUN: return before == MOTOR_ALIGN;
  case MOTOR_BRAKE: return before != MOTOR_IDLE;
  case MOTOR_FAULT: return true;
  }
  return false;
}

void check_motor(void) {
  struct motor motor;
  uint32_t now = any_u32(); // any: so the counter wraps around at any time
  uint32_t braking_since = now;
  motor_init(&motor, now);
  for (;;) {
    const struct motor before = motor;
    const struct motor_inputs in = any_inputs();
    now += any_u8(); // the main loop may be late
    motor_step(&motor, now, in);
    const bool changed = motor.state != before.state;

    assert(!changed || follows(before.state, motor.state));
    if (in.overcurrent) assert(!motor_bridge_on(&motor));
    if (motor.reverse != before.reverse) assert(before.state == MOTOR_IDLE);
    if (changed && motor.state == MOTOR_BRAKE) braking_since = now;
    if (changed && motor.state == MOTOR_IDLE) assert(now - braking_since >= MOTOR_BRAKE_TICKS);
  }
}
