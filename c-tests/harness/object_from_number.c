#include <assert.h>
#include <stddef.h>

_Bool __CPROVER_DYNAMIC_OBJECT(const void *at);

int main(void) {
  assert(!__CPROVER_DYNAMIC_OBJECT((void *)0x4000));
  return 0;
}
