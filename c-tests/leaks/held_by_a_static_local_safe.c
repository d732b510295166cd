#include <stdlib.h>
int main(void) {
  static int *kept;
  kept = malloc(sizeof *kept);
  return 0;
}
