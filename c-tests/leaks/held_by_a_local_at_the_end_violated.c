#include <stdlib.h>
/* When main returns its variables are gone, and what only they point to is lost. */
int main(void) {
  int *x = malloc(sizeof *x);
  *x = 1;
  return *x - 1;
}
