#include <stdatomic.h>
extern void reach_error(void);
static atomic_int count;
int main(void) {
  int old = atomic_fetch_add(&count, 3);
  int expected = 3;
  if (!atomic_compare_exchange_strong(&count, &expected, 7)) reach_error();
  atomic_thread_fence(memory_order_seq_cst);
  if (old != 0 || count != 7) reach_error();
  return 0;
}
