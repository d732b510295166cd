// A loop of weak exchanges ends with the sum, whichever of them fail.
#include <stdatomic.h>
extern void reach_error(void);
static atomic_int sum = 5;
int main(void) {
  int seen = atomic_load(&sum);
  while (!atomic_compare_exchange_weak(&sum, &seen, seen + 2))
    ;
  if (sum != 7)
    reach_error();
  return 0;
}
