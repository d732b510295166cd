// Directives, widths, what is not stored, and how many results there are.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int a = 0, b = 0, at = 0;
  char word[8] = "", rest[8] = "";
  if (sscanf("12,-7", "%d, %i", &a, &b) != 2 || a != 12 || b != -7) reach_error();
  if (sscanf("k=v 1", "%7[a-z]=%7[^ ]%n", word, rest, &at) != 2 || at != 3) reach_error();
  if (word[0] != 'k' || word[1] != 0 || rest[0] != 'v' || rest[1] != 0) reach_error();
  return 0;
}
