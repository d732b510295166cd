#include <string.h>
extern void reach_error(void);
static char to[8] = "xxxxxxx";
int main(void) {
  const char *s = "ab";
  memcpy(to + 1, s + (strlen(s) - 1), strlen(s));
  if (to[0] != 'x' || to[1] != 'b' || to[2] != 0 || to[3] != 'x') reach_error();
  return 0;
}
