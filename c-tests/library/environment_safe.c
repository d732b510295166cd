#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
static char kept[9] = "default";
int main(void) {
  const char *home = getenv("HOME");
  if (home) strncpy(kept, home, 8);
  if (strlen(kept) > 8) reach_error();
  return 0;
}
