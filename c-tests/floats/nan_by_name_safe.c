#include <assert.h>
#include <math.h>

/* What is missing is a NaN, which is equal to nothing. */
static double mean(const double *values, int count) {
  double sum = 0;
  int known = 0;
  for (int i = 0; i < count; i++) {
    if (isnan(values[i])) continue;
    sum += values[i];
    known++;
  }
  return known ? sum / known : nan("");
}

int main(void) {
  double values[3] = {1, nan("1"), 3};
  assert(mean(values, 3) == 2);
  double none = mean(values + 1, 1);
  assert(none != none && isnan(nanf("")));
  return 0;
}
