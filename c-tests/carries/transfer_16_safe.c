extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);
int main(void) {
  unsigned short n = __VERIFIER_nondet_ushort();
  unsigned short x = n, y = 0;
  while (x > 0) {
    x--;
    y++;
  }
  if (y != n) reach_error();
  return 0;
}
