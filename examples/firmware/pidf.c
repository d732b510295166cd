#include "pidf.h"

static float clamp(float x, float limit) {
  if (x > limit) return limit;
  if (x < -limit) return -limit;
  return x;
}

float pidf_step(struct pidf *pid, float wanted, float measured) {
  const float error = wanted - measured;
  const float change = error - pid->last_error;
  pid->last_error = error;
  pid->integral = clamp(pid->integral + pid->ki * error, pid->limit);
  return clamp(pid->kp * error + pid->integral + pid->kd * change, pid->limit);
}
