/* Of what strcmp gives only the sign is defined. */
#include <assert.h>
#include <string.h>

int main(void) {
  char c[] = "c", a[] = "a";
  assert(strcmp(c, a) > 0);
  assert(strcmp(c, a) == 2);
  return 0;
}
