// The result is not only -1, 0, or 1.
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char a[2] = {__VERIFIER_nondet_char(), 0};
  switch (strcmp(a, "b")) {
    case -1: case 0: case 1: return 0;
    default: reach_error();
  }
}
