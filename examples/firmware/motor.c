#include "motor.h"

static void enter(struct motor *motor, enum motor_state state, uint32_t now) {
  motor->state = state;
  motor->since = now;
}

// The counter of ticks wraps around after 49 days; the difference is right all the same.
static bool elapsed(const struct motor *motor, uint32_t now, uint32_t ticks) {
  return now - motor->since >= ticks;
}

void motor_init(struct motor *motor, uint32_t now) {
  motor->reverse = false;
  enter(motor, MOTOR_BRAKE, now); // it may still turn from before the restart
}

void motor_step(struct motor *motor, uint32_t now, struct motor_inputs in) {
  if (in.overcurrent) {
    enter(motor, MOTOR_FAULT, now);
    return;
  }
  switch (motor->state) {
  case MOTOR_IDLE:
    if (in.go) {
      motor->reverse = in.reverse;
      enter(motor, MOTOR_ALIGN, now);
    }
    break;
  case MOTOR_ALIGN:
    if (!in.go) {
      enter(motor, MOTOR_BRAKE, now);
    } else if (elapsed(motor, now, MOTOR_ALIGN_TICKS)) {
      enter(motor, MOTOR_RUN, now);
    }
    break;
  case MOTOR_RUN:
    // The other direction only by way of a motor that stands still.
    if (!in.go || in.reverse != motor->reverse) enter(motor, MOTOR_BRAKE, now);
    break;
  case MOTOR_BRAKE:
    if (elapsed(motor, now, MOTOR_BRAKE_TICKS)) enter(motor, MOTOR_IDLE, now);
    break;
  case MOTOR_FAULT:
    if (in.reset && elapsed(motor, now, MOTOR_COOL_TICKS)) enter(motor, MOTOR_BRAKE, now);
    break;
  }
}

bool motor_bridge_on(const struct motor *motor) {
  return motor->state == MOTOR_ALIGN || motor->state == MOTOR_RUN;
}
