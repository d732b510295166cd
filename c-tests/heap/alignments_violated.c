#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

extern size_t __VERIFIER_nondet_size_t(void);

int main(void) {
  size_t alignment = __VERIFIER_nondet_size_t();
  char *p = aligned_alloc(alignment, 32);
  if (alignment) p[31] = 1;
  free(p);
  errno = 0;
  void *q = &p;
  int result = posix_memalign(&q, alignment, 64);
  if (alignment % sizeof(void *) == 0 && alignment && !(alignment & (alignment - 1))) {
    assert(result == 0);
    ((char *)q)[63] = 1;
    free(q);
  } else {
    assert(result == EINVAL && q == &p);
  }
  assert(errno == 0);
  return 0;
}
