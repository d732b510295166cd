#include <assert.h>
#include <stddef.h>

size_t __CPROVER_POINTER_OBJECT(const void *at);

static int row[4], other;
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *any = __VERIFIER_nondet_int() ? row + 3 : &other;
  assert(__CPROVER_POINTER_OBJECT(any) == __CPROVER_POINTER_OBJECT(row));
  return 0;
}
