// Nothing bounds a word of input.
#include <stdio.h>

int main(void) {
  char word[4];
  if (scanf("%s", word) == 1) puts(word);
  return 0;
}
