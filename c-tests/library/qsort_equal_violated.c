// The order of equal elements is not theirs before.
#include <stdlib.h>
extern void reach_error(void);

struct entry { short key, number; };

static int compare(const void *a, const void *b) {
  return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}

int main(void) {
  struct entry all[3] = {{2, 0}, {1, 1}, {2, 2}};
  qsort(all, 3, sizeof *all, compare);
  if (all[0].number != 1) reach_error();
  if (all[1].number == 2) reach_error();
  return 0;
}
