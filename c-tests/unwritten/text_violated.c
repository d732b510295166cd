#include <string.h>
/* strncpy does not end what is too long, and nobody else does. */
int main(void) {
  char text[6];
  strncpy(text, "abc", 3);
  return (int)strlen(text);
}
