#include <assert.h>

_Bool __ESBMC_forall(void *variable, _Bool holds);

int main(void) {
  int row[3] = {1, 1, 1}, i = 0;
  assert(__ESBMC_forall(&i, i < 0 || i > 2 || row[i] == 1));
  return 0;
}
