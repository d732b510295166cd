extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A linear combination keeps to multiples of eight. Its arithmetic overflows, though. */
int main(void) {
  int x = 0, y = 0, z = 0;
  while (1) {
    x = x + 4 * __VERIFIER_nondet_int();
    y = y + 4 * __VERIFIER_nondet_int();
    z = z + 8 * __VERIFIER_nondet_int();
    if (4 * x - 2 * y + z == 4) reach_error();
  }
}
