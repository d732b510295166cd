// The same controller in floating point, for the test bench.
#ifndef PIDF_H
#define PIDF_H

struct pidf {
  float kp, ki, kd;
  float limit; // the output lies in -limit .. limit
  float integral;
  float last_error;
};

float pidf_step(struct pidf *pid, float wanted, float measured);

#endif
