#include <stdio.h>
extern void reach_error(void);
/* A file that can't be opened is null; what is read is at most what was asked for. */
int main(void) {
  unsigned pair[3] = {0, 0, 9};
  FILE *in = fopen("input", "rb"), *out;
  if (!in) return 1;
  out = fopen("output", "wb");
  if (out == in) reach_error();
  size_t n = fread(pair, sizeof pair[0], 2, in);
  if (n > 2 || pair[2] != 9) reach_error();
  if (out) {
    if (fwrite(pair, sizeof pair[0], n, out) > n) reach_error();
    fclose(out);
  }
  return fclose(in);
}
