// The text is made of itself.
#include <stdio.h>

int main(void) {
  char path[16] = "usr";
  sprintf(path, "/%s", path);
  return 0;
}
