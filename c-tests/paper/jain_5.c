extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* x adds up multiples of four to one more than such. No input is added, but the first
   round overflows. */
int main(void) {
  int x = 2147483645, y = 4;
  do {
    x = x + y;
    y = y + 4;
    if (x == 30) reach_error();
  } while (__VERIFIER_nondet_bool());
  return 0;
}
