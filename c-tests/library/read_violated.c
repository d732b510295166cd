#include <unistd.h>
/* read may fail; its result is an index all the same. */
int main(void) {
  char buffer[4];
  long n = read(0, buffer, sizeof buffer - 1);
  buffer[n] = 0;
  return buffer[0];
}
