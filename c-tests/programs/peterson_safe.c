extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Peterson's mutual exclusion, the two processes interleaved by a scheduler. */
int main(void) {
  _Bool want0 = 0, want1 = 0, turn = 0;
  unsigned char at0 = 0, at1 = 0;
  while (1) {
    if (__VERIFIER_nondet_int()) {
      switch (at0) {
        case 0: want0 = 1; at0 = 1; break;
        case 1: turn = 1; at0 = 2; break;
        case 2: if (!want1 || turn == 0) at0 = 3; break;
        default: want0 = 0; at0 = 0;
      }
    } else {
      switch (at1) {
        case 0: want1 = 1; at1 = 1; break;
        case 1: turn = 0; at1 = 2; break;
        case 2: if (!want0 || turn == 1) at1 = 3; break;
        default: want1 = 0; at1 = 0;
      }
    }
    if (at0 == 3 && at1 == 3) reach_error();
  }
}
