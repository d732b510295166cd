#include <ctype.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  if (abs(-3) == 3 && labs(-4L) == 4 && toupper('a') == 'A' && strlen("abc") == 3) reach_error();
  return 0;
}
