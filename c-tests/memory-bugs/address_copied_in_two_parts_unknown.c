#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* Between the two copies the high bytes of an address are kept, of which nobody can tell later that
   they are those of an earlier iteration. */
int main(void) {
  int *kept = 0, *copy = 0, sum = 0;
  unsigned long n = __VERIFIER_nondet_uchar();
  if (n < 2 || n > 4) return 0;
  for (int i = 0; i < 2; i++) {
    int local = i;
    int *here = &local;
    if (i == 0) {
      kept = here;
      memcpy((char *)&copy + n, (char *)&kept + n, 8 - n);
    } else {
      memcpy(&copy, &kept, n);
      sum += *copy;
    }
  }
  return sum;
}
