extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* A linear combination keeps its remainder by eight. Its arithmetic overflows, though. */
int main(void) {
  int x = 1, y = 1, z = 1;
  do {
    x = x + 4 * __VERIFIER_nondet_int();
    y = y + 4 * __VERIFIER_nondet_int();
    z = z + 8 * __VERIFIER_nondet_int();
    if (4 * x - 2 * y + z == 4) reach_error();
  } while (__VERIFIER_nondet_bool());
  return 0;
}
