// A signed length is not negative, an unsigned one is any.
#include <assert.h>

int count(const int *values, int length) {
  int found = 0;
  for (int i = 0; i < length; i++)
    if (values[i] == 7) found++;
  assert(found >= 0 && found <= length);
  return found;
}
