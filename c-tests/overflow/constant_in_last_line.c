// Of a function that does not return no instruction is in its last lines.
#include <stdlib.h>

static int sum(const int *all) {
  return all[0] / 2 + all[4] / 2;
}

int main(void) {
  exit(sum((int[5]){
      1, 2, 3,
      2147483647 + 1, 7}));
}
