#include <stdio.h>
/* A line of any length into a buffer of some. */
int main(void) {
  char line[8];
  int n = 0, c;
  while ((c = getchar()) != EOF && c != '\n') line[n++] = (char)c;
  return n ? line[0] : 0;
}
