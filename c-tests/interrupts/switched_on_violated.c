#include <assert.h>
extern void irq_off(void);
extern void irq_on(void);
static int state;
void check(void) { assert(state != 2); }
/* The handler comes as soon as it may. */
int main(void) {
  irq_off();
  state = 2;
  irq_on();
  irq_off();
  state = 0;
  irq_on();
  return 0;
}
