#include <assert.h>
#include <stdlib.h>

_Bool __CPROVER_same_object(const void *one, const void *other);

int main(void) {
  char *one = malloc(4), *other = malloc(4);
  free(one);
  assert(!__CPROVER_same_object(one, other));
  free(other);
  return 0;
}
