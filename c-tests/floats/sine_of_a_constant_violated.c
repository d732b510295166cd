#include <math.h>
extern void reach_error(void);
/* The machine's own library computes it when the run is confirmed. */
int main(void) {
  double s = sin(1.0);
  if (s > 0.8414709 && s < 0.8414710) reach_error();
  return 0;
}
