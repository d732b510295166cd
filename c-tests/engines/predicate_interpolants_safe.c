/* Nothing but interpolants: a flag that says whether a state machine has been reset. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned char state = 0, reset = 1;
  while (__VERIFIER_nondet_int()) {
    switch (state) {
    case 0: state = 1; reset = 0; break;
    case 1: state = __VERIFIER_nondet_int() ? 2 : 0; break;
    default: state = 0; break;
    }
    if (state == 2 && reset) reach_error();
  }
  return 0;
}
