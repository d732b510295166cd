#include <stdlib.h>
/* The loop leaves out the last one. */
int main(void) {
  int *a = malloc(3 * sizeof *a);
  for (int i = 0; i < 2; i++) a[i] = i;
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += a[i];
  free(a);
  return sum;
}
