extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* Ten diamonds in a loop: for even y each arm keeps the parity of x, for odd y each but
   the last changes it, so that one round with an odd y ends in a violation. */
int main(void) {
  unsigned int x = 0, y = __VERIFIER_nondet_uint();
  while (x < 16) {
    if (y % 2 == 0) x = 3 * x + 2 * (x ^ y); else x = 3 * x + 2 * (x & y) + 1;
    if (y % 2 == 0) x = 3 * x + 2 * (x ^ y); else x = 3 * x + 2 * (x & y) + 1;
    if (y % 2 == 0) x = 3 * x + 2 * (x ^ y); else x = 3 * x + 2 * (x & y) + 1;
    if (y % 2 == 0) x = 3 * x + 2 * (x ^ y); else x = 3 * x + 2 * (x & y) + 1;
    if (y % 2 == 0) x = 3 * x + 2 * (x ^ y); else x = 3 * x + 2 * (x & y) + 1;
    if (y % 2 == 0) x = 3 * x + 2 * (x ^ y); else x = 3 * x + 2 * (x & y) + 1;
    if (y % 2 == 0) x = 3 * x + 2 * (x ^ y); else x = 3 * x + 2 * (x & y) + 1;
    if (y % 2 == 0) x = 3 * x + 2 * (x ^ y); else x = 3 * x + 2 * (x & y) + 1;
    if (y % 2 == 0) x = 3 * x + 2 * (x ^ y); else x = 3 * x + 2 * (x & y) + 1;
    if (y % 2 == 0) x = 3 * x + 2 * (x ^ y); else x = 3 * x + 2 * (x & y);
  }
  if (x % 2 != 0) reach_error();
  return 0;
}
