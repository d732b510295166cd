/* It goes also to a function that is not, and may be called with null. */
#include <stdlib.h>
extern void log_line(const char *text);
extern void plug_in(int (*compare)(const void *, const void *));

static int compare(const void *left, const void *right) {
  int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}

int main(void) {
  int items[2] = { 2, 1 };
  qsort(items, 2, sizeof items[0], compare);
  plug_in(compare);
  log_line("sorted");
  return items[0] == 1 ? 0 : 1;
}
