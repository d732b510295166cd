#include <assert.h>

extern int __ESBMC_rounding_mode;

int main(void) {
  // To nearest, as it is anyway.
  __ESBMC_rounding_mode = 0;
  assert(1.0f + 1e-10f == 1.0f);
  __ESBMC_rounding_mode = 2;
  assert(1.0f + 1e-10f == 1.0f);
  return 0;
}
