/* As its safe sibling, but the numbers may be equal. */
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  unsigned int a = 0, b = 0, state = 0;
  while (__VERIFIER_nondet_bool()) {
    switch (state) {
      case 0:
        a = __VERIFIER_nondet_uint();
        b = __VERIFIER_nondet_uint();
        if (a >= b) state = 1;
        break;
      case 1:
        if (a <= b) reach_error();
        if (__VERIFIER_nondet_bool()) state = 0;
        break;
    }
  }
  return 0;
}
