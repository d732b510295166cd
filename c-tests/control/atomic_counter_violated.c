#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static atomic_int count;
int main(void) {
  atomic_fetch_sub(&count, __VERIFIER_nondet_int());
  if (count == 5) reach_error();
  return 0;
}
