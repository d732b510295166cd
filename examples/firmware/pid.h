// A PID controller in fixed point. All sums saturate: a wrapped torque would turn the motor around.
#ifndef PID_H
#define PID_H

#include "q15.h"

struct pid {
  q15_t kp, ki, kd;
  q15_t limit; // the output lies in -limit .. limit; not negative
  q15_t integral;
  q15_t last_error;
};

// Forgets the past, as if the error had always been 0.
void pid_reset(struct pid *pid);

q15_t pid_step(struct pid *pid, q15_t wanted, q15_t measured);

#endif
