// Two counters differ by one in the last state of a machine.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int state = 0;
  unsigned a = 0, b = 0;
  for (;;) {
    switch (state) {
    case 0:
      a = __VERIFIER_nondet_uint();
      b = a;
      state = 1;
      break;
    case 1:
      if (__VERIFIER_nondet_uint() > 5) {
        a += 1;
        state = 2;
      }
      break;
    case 2:
      if (__VERIFIER_nondet_uint() > 5) {
        a += 2;
        state = 3;
      }
      break;
    case 3:
      if (__VERIFIER_nondet_uint() > 5) {
        a += 3;
        state = 4;
      }
      break;
    case 4:
      if (__VERIFIER_nondet_uint() > 5) {
        a += 4;
        state = 5;
      }
      break;
    case 5:
      if (__VERIFIER_nondet_uint() > 5) {
        a += 5;
        state = 6;
      }
      break;
    case 6:
      if (__VERIFIER_nondet_uint() > 5) {
        a += 6;
        state = 7;
      }
      break;
    case 7:
      if (__VERIFIER_nondet_uint() > 5) {
        a += 7;
        state = 8;
      }
      break;
    case 8:
      if (__VERIFIER_nondet_uint() > 5) {
        a += 8;
        state = 9;
      }
      break;
    case 9:
      b += 35;
      state = 10;
      break;
    case 10:
      if (a != b) reach_error();
      state = 0;
      break;
    }
  }
}
