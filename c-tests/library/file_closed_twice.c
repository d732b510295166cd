#include <stdio.h>
int main(void) {
  FILE *in = fopen("input", "r");
  if (!in) return 1;
  fclose(in);
  return fclose(in);
}
