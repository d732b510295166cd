/* In words wider than an address there are numbers, not the model's codes. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int a[4];

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned __int128 wide = (unsigned long)a;
  wide *= 2;
  if (n == 5 && wide < ((unsigned __int128)1 << 60)) reach_error();
  return 0;
}
