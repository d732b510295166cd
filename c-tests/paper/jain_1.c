extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* y is odd for ever. Its arithmetic overflows, though. */
int main(void) {
  int y = 1;
  while (1) {
    y = y + 2 * __VERIFIER_nondet_int();
    if (y == 0) reach_error();
  }
}
