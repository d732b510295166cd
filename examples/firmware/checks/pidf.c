// The output lies within the limits, and is a number, as long as inputs are those of a sensor.
#include <assert.h>

#include "../pidf.h"
#include "nondet.h"

static float any_sample(void) { return (float)any_i16() / 32768.0f; }

void check_pidf(void) {
  struct pidf pid = {.kp = 0.8f, .ki = 0.05f, .kd = 0.1f, .limit = 1.0f};
  for (;;) {
    const float output = pidf_step(&pid, any_sample(), any_sample());
    assert(output >= -1.0f && output <= 1.0f); // false for what is not a number, too
    assert(pid.integral >= -1.0f && pid.integral <= 1.0f);
  }
}
