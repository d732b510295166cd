#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  unsigned char *a = malloc(4);
  if (!a) return 1;
  if (a[2] != 0) reach_error();
  free(a);
  return 0;
}
