#include <string.h>
/* Moves all elements but the last one place up: memmove would be right. */
int main(void) {
  int a[4] = {1, 2, 3, 4};
  memcpy(a + 1, a, 3 * sizeof *a);
  return a[1];
}
