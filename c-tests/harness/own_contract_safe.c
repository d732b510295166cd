#include <assert.h>

static int calls;

void __ESBMC_requires(_Bool holds) { calls += holds; }

int main(void) {
  __ESBMC_requires(1);
  assert(calls == 1);
  return 0;
}
