// Two words, and how far it came.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int at = 0;
  char word[4] = "", rest[4] = "";
  if (sscanf("k=v 1", "%3[^=]=%1c%n", word, rest, &at) != 2 || at != 3) reach_error();
  if (word[0] != 'k' || word[1] != 0 || rest[0] != 'v' || rest[1] != 0) reach_error();
  return 0;
}
