// strtok writes to what it cuts.
#include <string.h>

int main(void) {
  char *line = "a b";
  return strtok(line, " ") == 0;
}
