extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  unsigned long x = n, y = 0;
  while (x > 0) {
    x--;
    y++;
    if (y == 3) y++;
  }
  if (y != n) reach_error();
  return 0;
}
