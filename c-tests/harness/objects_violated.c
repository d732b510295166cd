#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

_Bool __CPROVER_same_object(const void *one, const void *other);
ptrdiff_t __CPROVER_POINTER_OFFSET(const void *at);
size_t __CPROVER_OBJECT_SIZE(const void *at);

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int row[2], *heap = malloc(3 * sizeof *heap);
  int *any = __VERIFIER_nondet_int() ? row : heap;
  if (__VERIFIER_nondet_int()) any += 2;
  assert(__CPROVER_OBJECT_SIZE(any) == 8 || __CPROVER_same_object(any, heap));
  // Two elements on is the end of one, and within the other.
  assert(__CPROVER_POINTER_OFFSET(any) != 8 || __CPROVER_OBJECT_SIZE(any) == 8);
  free(heap);
  return 0;
}
