extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned half(unsigned n) { return n / 2; }
static unsigned quarter(unsigned n) { return half(half(n)); }
static unsigned clamp(unsigned n, unsigned most) { return n > most ? most : n; }
int main(void) {
  unsigned n = clamp(quarter(__VERIFIER_nondet_uint()), 0x20000000u);
  if (n >= 0x40000000u) reach_error();
  return 0;
}
