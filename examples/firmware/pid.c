#include "pid.h"

void pid_reset(struct pid *pid) {
  pid->integral = 0;
  pid->last_error = 0;
}

q15_t pid_step(struct pid *pid, q15_t wanted, q15_t measured) {
  const q15_t error = q15_sub(wanted, measured);
  const q15_t change = q15_sub(error, pid->last_error);
  pid->last_error = error;

  // The integral never asks for more than the output can give, so it does not wind up.
  const int32_t integral = pid->integral + q15_mul(pid->ki, error);
  pid->integral = (q15_t)clamp32(integral, -pid->limit, pid->limit);

  const int32_t output = q15_mul(pid->kp, error) + pid->integral + q15_mul(pid->kd, change);
  return (q15_t)clamp32(output, -pid->limit, pid->limit);
}
