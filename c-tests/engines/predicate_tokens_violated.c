/* The same with a wrong sum. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned counter = 0, rounds = 0, turn = 0;
  while (__VERIFIER_nondet_int()) {
    if (turn == 0) {
      counter++;
      turn = 1;
    } else if (turn == 1) {
      counter += 2;
      turn = 2;
    } else {
      counter += 3;
      rounds++;
      turn = 0;
    }
    if (turn == 0 && counter != 5 * rounds) reach_error();
  }
  return 0;
}
