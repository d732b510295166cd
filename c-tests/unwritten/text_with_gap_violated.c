/* The end of the text is behind a byte that nobody wrote. */
#include <string.h>

int main(void) {
  char text[6];
  text[0] = 'o';
  text[1] = 'k';
  text[3] = 0;
  return strlen(text) > 2;
}
