#include "two_files.h"
extern void reach_error(void);
/* Both files have a static function of the same name. */
static int twice(int a) { return a * 2; }
int main(void) {
  if (twice(3) + other(3) != 15) reach_error();
  return 0;
}
