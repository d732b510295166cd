#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  const char *home = getenv("HOME");
  if (home && strcmp(home, "/home/me") == 0) reach_error();
  return 0;
}
