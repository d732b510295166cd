#include <stdlib.h>
int main(void) {
  int *a = malloc(2 * sizeof *a), *b = calloc(2, sizeof *b);
  for (int i = 0; i < 2; i++) a[i] = b[i];
  int sum = 0;
  for (int i = 0; i < 2; i++) sum += a[i];
  free(a);
  free(b);
  return sum;
}
