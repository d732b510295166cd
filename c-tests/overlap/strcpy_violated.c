#include <string.h>
/* Drops leading blanks in place. */
int main(void) {
  char text[8] = "  ab";
  char *start = text;
  while (*start == ' ') start++;
  strcpy(text, start);
  return text[0];
}
