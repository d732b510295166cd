// A length that is a _Bool is 0 or 1.
#include <stdbool.h>

int sixth(const int *values, bool any) {
  return any ? values[5] : 0;
}
