#include <stdlib.h>
/* While the second argument is computed, only the call holds the first one. */
static int count(int n) {
  while (n > 0) n--;
  return n;
}
static void drop(int *p, int n) {
  *p = n;
  free(p);
}
int main(void) {
  drop(malloc(sizeof(int)), count(3));
  abort();
}
