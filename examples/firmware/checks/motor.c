// The bridge is off in a fault, and between two directions for as long as the motor takes to stop,
// whatever is asked for, and also while the counter of ticks wraps around.
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

void check_motor(void) {
  struct motor motor;
  uint32_t now = any_u32();
  uint32_t off = 0; // ticks that the bridge has been off, up to what is needed
  bool direction = any_bool(); // in which the bridge was on last
  motor_init(&motor, now);
  for (;;) {
    const struct motor_inputs in = any_inputs();
    const enum motor_state before = motor.state;
    motor_step(&motor, now, in);
    const bool on = motor_bridge_on(&motor);

    if (in.overcurrent) assert(!on);
    if (motor.state == MOTOR_RUN) assert(before == MOTOR_ALIGN || before == MOTOR_RUN);
    if (on && motor.reverse != direction) assert(off >= MOTOR_BRAKE_TICKS);

    if (on) {
      off = 0;
      direction = motor.reverse;
    } else if (off < MOTOR_BRAKE_TICKS) {
      off++;
    }
    now++;
  }
}
