#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* A matrix as an array of pointers to rows. */
int main(void) {
  unsigned char *row[3];
  for (int i = 0; i < 3; i++) {
    row[i] = calloc(2, 1);
    if (!row[i]) exit(1);
  }
  row[__VERIFIER_nondet_uchar() % 3][__VERIFIER_nondet_uchar() & 1] = 1;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    sum += row[i][0] + row[i][1];
    free(row[i]);
  }
  return sum - 1;
}
