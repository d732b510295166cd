#include <stdlib.h>
/* Not freed, but a variable of main still points to it when main returns. */
int main(void) {
  int *x = malloc(sizeof *x);
  *x = 1;
  return *x - 1;
}
