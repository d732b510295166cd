// The parameter `count` has the number of readings, of any number: the mean lies between the bounds
// that all of them are kept in.
#include <assert.h>
#include <stddef.h>

int clamp_all(int *readings, size_t count, int low, int high) {
  if (low > high) return -1;
  int worst = low;
  for (size_t i = 0; i < count; i++) {
    if (readings[i] < low) readings[i] = low;
    if (readings[i] > high) readings[i] = high;
    if (readings[i] > worst) worst = readings[i];
  }
  assert(low <= worst && worst <= high);
  return worst;
}
