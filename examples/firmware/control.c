#include "control.h"

void control_init(struct control *control, uint32_t now) {
  *control = (struct control){
      .pid = {.kp = 9830, .ki = 655, .kd = 1638, .limit = Q15_MAX},
      .commanded = now,
  };
  motor_init(&control->motor, now);
}

void control_command(struct control *control, uint32_t now, const struct can_command *command) {
  control->command = *command;
  control->commanded = now;
}

static q15_t magnitude(q15_t x) { return x < 0 ? q15_sub(0, x) : x; }

struct drive control_step(struct control *control, uint32_t now, q15_t current) {
  const struct can_command *command = &control->command;
  const bool silence = now - control->commanded >= CONTROL_SILENCE_TICKS;
  motor_step(&control->motor, now,
             (struct motor_inputs){
                 .go = command->go && !silence,
                 .reverse = command->reverse,
                 .overcurrent = magnitude(current) >= CONTROL_OVERCURRENT,
                 .reset = control->reset,
             });
  control->reset = false;

  struct drive drive = {.on = motor_bridge_on(&control->motor), .reverse = control->motor.reverse};
  if (drive.on) {
    // 12 bits of the bus are the upper bits of a q15_t.
    const q15_t torque = pid_step(&control->pid, q15_saturate(command->torque * 16), current);
    drive.torque = torque < 0 ? 0 : torque; // the other direction is the bridge's business
  } else {
    pid_reset(&control->pid);
  }
  return drive;
}
