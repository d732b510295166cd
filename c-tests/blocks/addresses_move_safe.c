/* Addresses are moved with the table that holds them. */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static int x = 1, y = 2, z = 3;

int main(void) {
  int *table[4] = {&x, &y, &z, 0};
  unsigned n = __VERIFIER_nondet_uint() % 3;
  memmove(table + 1, table, (n + 1) * sizeof *table);
  if (*table[n > 0 ? 1 : 0] != 1) reach_error();
  return 0;
}
