// When the bridge of the motor may be on, and which way it turns.
#ifndef MOTOR_H
#define MOTOR_H

#include <stdbool.h>
#include <stdint.h>

// In ticks of a millisecond.
#define MOTOR_ALIGN_TICKS 50u   // the rotor is pulled into a known position first
#define MOTOR_BRAKE_TICKS 200u  // until it surely stands still
#define MOTOR_COOL_TICKS 1000u  // after too much current

enum motor_state { MOTOR_IDLE, MOTOR_ALIGN, MOTOR_RUN, MOTOR_BRAKE, MOTOR_FAULT };

struct motor {
  enum motor_state state;
  uint32_t since; // the tick at which the state was entered
  bool reverse;
};

struct motor_inputs {
  bool go;
  bool reverse;
  bool overcurrent;
  bool reset;
};

void motor_init(struct motor *motor, uint32_t now);

// To be called once in each tick, at least.
void motor_step(struct motor *motor, uint32_t now, struct motor_inputs in);

bool motor_bridge_on(const struct motor *motor);

#endif
