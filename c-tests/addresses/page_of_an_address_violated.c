/* In which page a variable lies is open. */
#include <assert.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);

static int one, other;

int main(void) {
  int *p = __VERIFIER_nondet_int() ? &one : &other;
  uintptr_t page = (uintptr_t)p >> 12;
  assert((page & 0xfffff) == 0);
  return *p;
}
