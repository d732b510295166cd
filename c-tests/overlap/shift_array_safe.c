#include <string.h>
int main(void) {
  int a[4] = {1, 2, 3, 4};
  memmove(a + 1, a, 3 * sizeof *a);
  memcpy(a, a + 2, 2 * sizeof *a);
  return a[1];
}
