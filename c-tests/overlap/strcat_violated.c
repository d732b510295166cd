#include <string.h>
/* Doubles a text: the end is overwritten before it is read. */
int main(void) {
  char text[8] = "ab";
  strcat(text, text);
  return text[0];
}
