// error does not return if its status is not zero.
#include <error.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int rate = __VERIFIER_nondet_int();
  if (rate < 1 || rate > 8) error(2, 0, "rate %d is not supported", rate);
  if (rate == 0 || 8 / rate > 8) reach_error();
  return 0;
}
