#include <stdlib.h>
/* With --malloc-may-fail malloc may return null. */
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 3;
  free(p);
  return 0;
}
