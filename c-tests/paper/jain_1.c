extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* y is odd for ever. Its arithmetic overflows, though. */
int main(void) {
  int y = 1;
  do {
    y = y + 2 * __VERIFIER_nondet_int();
    if (y == 0) reach_error();
  } while (__VERIFIER_nondet_bool());
  return 0;
}
