// The search begins with 0, which is more than all of the numbers if these are negative.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) return 0;
  int all[n];
  for (int i = 0; i < n; i++) all[i] = __VERIFIER_nondet_int();
  int most = 0, where = -1;
  for (int i = 0; i < n; i++) {
    if (all[i] > most) {
      most = all[i];
      where = i;
    }
  }
  __VERIFIER_assert(where >= 0);
  return 0;
}
