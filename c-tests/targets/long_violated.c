// A `long` of 32 bits overflows where one of 64 bits does not.
extern int __VERIFIER_nondet_int(void);

long next(long n) { return n + 8; }

int main(void) {
  return next(__VERIFIER_nondet_int()) > 0;
}
