#include <assert.h>

/* Only declared: that they switch interrupts is all that is known of them. */
unsigned save_and_disable(void);
void restore(unsigned state);

static int count, total;

void handler(void) {
  if (count < 9) {
    count++;
    total += 2;
  }
}

int main(void) {
  unsigned state = save_and_disable();
  restore(state);
  int n = count, sum = total;
  assert(sum == 2 * n);
  return 0;
}
