/* As state_bounds_length_safe, but a header may announce one element too many. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

enum state { IDLE, HEADER, BODY, CHECK, DONE };

int main(void) {
  enum state state = IDLE;
  unsigned left = 0, seen = 0;
  int buffer[16];
  while (__VERIFIER_nondet_int()) {
    switch (state) {
    case IDLE:
      left = 0;
      seen = 0;
      if (__VERIFIER_nondet_int()) state = HEADER;
      break;
    case HEADER:
      left = __VERIFIER_nondet_uint();
      if (left <= 17) state = BODY; else state = DONE;
      break;
    case BODY:
      if (left > 16) reach_error();
      if (left == 0) {
        state = CHECK;
      } else {
        left--;
        buffer[left] = __VERIFIER_nondet_int();
        seen++;
      }
      break;
    case CHECK:
      if (left != 0) reach_error();
      state = seen > 8 ? DONE : IDLE;
      left = 1000000;
      break;
    case DONE:
      if (left <= 16 && __VERIFIER_nondet_int()) return 0;
      state = IDLE;
      break;
    }
  }
  return buffer[0] != 0;
}
