// Flags, widths, precisions and sizes.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);

int main(void) {
  char t[40];
  sprintf(t, "%+d|% i|%05d|%-4d|%4d|%.3d|%.0d|%d%%", 5, 5, -5, -5, -5, 5, 0, 0);
  if (strcmp(t, "+5| 5|-0005|-5  |  -5|005||0%") != 0) reach_error();
  sprintf(t, "%x|%#X|%08x|%#.0o|%*d|%-*d|%.*s", 255, 255, 48879, 0, 3, 7, 3, 7, 2, "abc");
  if (strcmp(t, "ff|0XFF|0000beef|0|  7|7  |ab") != 0) reach_error();
  sprintf(t, "%hhu %hd %ld %zu %3s%-3s%c%3c", 257, 65537, -1L, (size_t)3, "a", "b", 'c', 'd');
  if (strcmp(t, "1 1 -1 3   ab  c  d") != 0) reach_error();
  return 0;
}
