#include <string.h>
struct s { char a; int b; int c; };
int main(void) {
  struct s x, y, z;
  x.a = 1;
  x.b = 2;
  y = x;
  memcpy(&z, &y, sizeof z);
  return z.a +
         z.c;
}
