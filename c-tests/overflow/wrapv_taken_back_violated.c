// The last option counts.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  return __VERIFIER_nondet_int() + 1;
}
