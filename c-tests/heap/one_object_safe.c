#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  if (p) *p = 3;
  return 0;
}
