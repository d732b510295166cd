#include <stdlib.h>
static int n;
__attribute__((destructor)) static void again(void) {
  if (n) exit(1);
}
int main(void) {
  n = 1;
  return 0;
}
