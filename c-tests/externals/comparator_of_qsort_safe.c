/* The comparator goes to qsort, which is known: nothing else calls it. */
#include <stdlib.h>
extern void log_line(const char *text);

static int compare(const void *left, const void *right) {
  int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}

int main(void) {
  int items[2] = { 2, 1 };
  qsort(items, 2, sizeof items[0], compare);
  log_line("sorted");
  return items[0] == 1 ? 0 : 1;
}
