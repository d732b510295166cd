// With the status zero it is only a warning.
#include <error.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int rate = __VERIFIER_nondet_int();
  if (rate < 1) error_at_line(0, 0, "board.cfg", 3, "rate %d is not supported", rate);
  if (rate < 1) reach_error();
  return 0;
}
