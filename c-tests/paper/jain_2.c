extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* The sum of two odd numbers is never odd. Its arithmetic overflows, though. */
int main(void) {
  int x = 1, y = 1;
  do {
    x = x + 2 * __VERIFIER_nondet_int();
    y = y + 2 * __VERIFIER_nondet_int();
    if (x + y == 1) reach_error();
  } while (__VERIFIER_nondet_bool());
  return 0;
}
