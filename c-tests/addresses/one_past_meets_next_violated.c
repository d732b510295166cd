/* One past the end of an array there may be another object (C17 6.5.9p6). */
#include <assert.h>

static int low[4], high[4];

int main(void) {
  int n = 0, *p;
  for (p = low; p != high && n < 4; p++) n++;
  assert(n == 4 && p != high);
  return 0;
}
