// Whatever the gains are and however long the controller runs: its output lies within the limits.
#include <assert.h>

#include "../pid.h"
#include "nondet.h"

void check_pid(void) {
  struct pid pid = {.kp = any_i16(), .ki = any_i16(), .kd = any_i16(), .limit = any_i16()};
  assume(pid.limit >= 0);
  const q15_t limit = pid.limit;
  pid_reset(&pid);
  for (;;) {
    const q15_t output = pid_step(&pid, any_i16(), any_i16());
    assert(output >= -limit && output <= limit);
    assert(pid.integral >= -limit && pid.integral <= limit);
  }
}
