extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);
int main(void) {
  unsigned short n = __VERIFIER_nondet_ushort();
  unsigned short i = 0;
  while (i < n) {
    i++;
    if (i == 5) i++;
  }
  if (i != n) reach_error();
  return 0;
}
