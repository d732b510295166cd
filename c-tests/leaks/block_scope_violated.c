#include <stdlib.h>
/* The variable that holds it ends with its block. */
int main(void) {
  for (int i = 0; i < 2; i++) {
    int *p = malloc(sizeof *p);
    *p = i;
    if (i == 0) free(p);
  }
  return 0;
}
