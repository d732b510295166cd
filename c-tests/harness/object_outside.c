#include <assert.h>
#include <stddef.h>

ptrdiff_t __CPROVER_POINTER_OFFSET(const void *at);

static char row[4];
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char *at = row + __VERIFIER_nondet_uchar();
  assert(__CPROVER_POINTER_OFFSET(at) >= 0);
  return 0;
}
