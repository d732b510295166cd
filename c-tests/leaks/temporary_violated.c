#include <stdlib.h>
static int *drop(int *p, int n) {
  *p = n;
  return p;
}
int main(void) {
  *drop(malloc(sizeof(int)), 3) = 2;
  abort();
}
