// A number is scaled to an index of a table, in every round of a loop without end.
#include <math.h>
extern double __VERIFIER_nondet_double(void);

static const short table[65] = {3};

int main(void) {
  double smooth = 0.0;
  long sum = 0;
  for (;;) {
    double angle = __VERIFIER_nondet_double();
    if (!(fabs(angle) <= 3.2))
      continue;
    smooth = (smooth + fabs(angle)) / 2.0;
    int index = (int)(smooth * 20.0);
    sum = (sum + table[index]) % 1000;
  }
}
