#include <assert.h>
#include <stddef.h>

size_t __CPROVER_POINTER_OBJECT(const void *at);

static int row[4], other;

int main(void) {
  assert(__CPROVER_POINTER_OBJECT(row + 2) == __CPROVER_POINTER_OBJECT(row + 4));
  assert(__CPROVER_POINTER_OBJECT(row) != __CPROVER_POINTER_OBJECT(&other));
  size_t first = __CPROVER_POINTER_OBJECT(row + 1), second = __CPROVER_POINTER_OBJECT(&other);
  assert(first != second && first == __CPROVER_POINTER_OBJECT(row));
  assert(__CPROVER_POINTER_OBJECT(NULL) == 0 && second != 0);
  return 0;
}
