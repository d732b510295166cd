extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* x adds up multiples of four to one. No input but for the end. It overflows, though. */
int main(void) {
  int x = 1, y = 4;
  do {
    x = x + y;
    y = y + 4;
    if (x == 30) reach_error();
  } while (__VERIFIER_nondet_bool());
  return 0;
}
