#include <stdlib.h>
int main(void) {
  void (*handler)(void) = 0;
  atexit(handler);
  return 0;
}
