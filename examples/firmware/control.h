// From commands and the measured current to what the bridge does. Knows no registers.
#ifndef CONTROL_H
#define CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include "can.h"
#include "motor.h"
#include "pid.h"

#define CONTROL_SILENCE_TICKS 100u // without a command for so long the motor stops
#define CONTROL_OVERCURRENT 30000  // of 32768

struct control {
  struct motor motor;
  struct pid pid;
  struct can_command command;
  uint32_t commanded; // the tick of the last command
  bool reset;         // asked for, and not yet seen by the motor
};

// What the bridge is to do.
struct drive {
  bool on;
  bool reverse;
  q15_t torque; // not negative
};

void control_init(struct control *control, uint32_t now);
void control_command(struct control *control, uint32_t now, const struct can_command *command);

// Once in each tick.
struct drive control_step(struct control *control, uint32_t now, q15_t current);

#endif
