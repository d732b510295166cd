// A weak compare-and-exchange may fail where the values are equal (C17 7.17.7.4): that of ARM does,
// that of x86 does not.
#include <stdatomic.h>
extern void reach_error(void);
static atomic_int lock;
int main(void) {
  int expected = 0;
  if (!atomic_compare_exchange_weak(&lock, &expected, 1)) {
    if (expected != 0 || lock != 0) {
      for (;;)
        ;
    }
    reach_error();
  }
  return lock == 1 ? 0 : 1;
}
