// The quotient can't be represented.
#include <inttypes.h>
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  imaxdiv_t parts = imaxdiv(__VERIFIER_nondet_longlong(), -1);
  return (int)parts.rem;
}
