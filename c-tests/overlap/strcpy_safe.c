#include <string.h>
int main(void) {
  char text[8] = "  a";
  char *start = text;
  while (*start == ' ') start++;
  strcpy(text, start);
  strncpy(text + 4, text, 4);
  return text[0];
}
