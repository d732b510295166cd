#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *line = aligned_alloc(64, 128);
  assert((uintptr_t)line % 64 == 0);
  void *page;
  if (posix_memalign(&page, 4096, 100)) return 1;
  assert((uintptr_t)page % 4096 == 0);
  /* Runs go on here: this is never proved. */
  line[128] = 0;
  free(page);
  free(line);
  return 0;
}
