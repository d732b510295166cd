// Rounds towards zero.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  div_t a = div(-7, 2);
  ldiv_t b = ldiv(7, -2);
  if (a.quot != -3 || a.rem != -1 || b.quot != -3 || b.rem != 1) reach_error();
  return 0;
}
