#include <assert.h>

_Bool __CPROVER_DYNAMIC_OBJECT(const void *at);

char *give(void);

int main(void) {
  char *given = give();
  assert(!__CPROVER_DYNAMIC_OBJECT(given));
  return 0;
}
