// The size is that of a pointer, not of the structure.
#include <stdio.h>

struct header { int kind; };

int main(void) {
  struct header first = {1}, *header = &first;
  fwrite(header, sizeof header, 1, stdout);
  return 0;
}
