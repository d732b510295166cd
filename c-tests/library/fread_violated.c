#include <stdio.h>
/* The length comes from the file. */
int main(void) {
  unsigned char length, text[16];
  FILE *in = fopen("input", "rb");
  if (!in || fread(&length, 1, 1, in) != 1) return 1;
  if (fread(text, 1, length, in) != length) return 1;
  return text[0];
}
