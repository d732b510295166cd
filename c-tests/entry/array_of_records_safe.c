// An array of structures, whose length is a byte.
#include <assert.h>

struct reading {
  int value;
  char valid;
};

int valid_readings(struct reading *readings, unsigned char count) {
  int valid = 0;
  for (int i = 0; i < count; i++) {
    if (readings[i].value < 0) readings[i].valid = 0;
    if (readings[i].valid) valid++;
  }
  assert(valid <= count);
  return valid;
}
