#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  unsigned seed = 3;
  if (rand() == RAND_MAX && rand_r(&seed) == 0 && seed == 9) reach_error();
  return 0;
}
