// A stream that could not be opened is none.
#include <stdio.h>

int main(void) {
  char bytes[8];
  FILE *file = fopen("settings", "r");
  size_t n = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  return n == sizeof bytes;
}
