// A variable may have the name that clang gives to the result of a function.
extern int __VERIFIER_nondet_int(void);

static int maybe(int c) {
  int retval;
  if (c) retval = 1;
  return retval;
}

int main(void) { return maybe(__VERIFIER_nondet_int()) == 2; }
