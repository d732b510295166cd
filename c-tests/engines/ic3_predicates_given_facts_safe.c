/* As ic3_predicates_safe, beside a counter of which mining knows something: what is known has
   gates of its own in the model. */
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  unsigned int a = 0, b = 0, state = 0, i = 0, n = __VERIFIER_nondet_uint();
  while (__VERIFIER_nondet_bool()) {
    if (i < n) i++;
    switch (state) {
      case 0:
        a = __VERIFIER_nondet_uint();
        b = __VERIFIER_nondet_uint();
        if (a > b) state = 1;
        break;
      case 1:
        if (a <= b || i > n) reach_error();
        if (__VERIFIER_nondet_bool()) state = 0;
        break;
    }
  }
  return 0;
}
