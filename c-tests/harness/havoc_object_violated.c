#include <assert.h>

void __CPROVER_havoc_object(void *inside);
void __VERIFIER_nondet_memory(void *at, unsigned long size);

int main(void) {
  int row[3] = {1, 2, 3}, other = 4, part[2] = {5, 6};
  __CPROVER_havoc_object(row + 1);
  __CPROVER_havoc_object(0);
  __VERIFIER_nondet_memory(part, sizeof part[0]);
  assert(row[0] == 1 || row[2] == 3);
  return 0;
}
