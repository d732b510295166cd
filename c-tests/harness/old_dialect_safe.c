#include <assert.h>

static char row[4];

// Not declared here, and none of int.
int main(void) {
  char *at = row + 3;
  unsigned long object = __CPROVER_POINTER_OBJECT(at);
  assert(object == __CPROVER_POINTER_OBJECT(row));
  return 0;
}
