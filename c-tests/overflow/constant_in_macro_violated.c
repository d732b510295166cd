// Of values that are not all constant each has its own check, also where a macro makes them.
extern int __VERIFIER_nondet_int(void);
#define ABOVE(x) ((x) + 1)

int main(void) {
  int mixed[2] = {ABOVE(2147483647), __VERIFIER_nondet_int()};
  return mixed[1] == 3;
}
