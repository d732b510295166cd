extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
/* 200 bits: wider than any machine integer. */
int main(void) {
  unsigned _BitInt(200) a = __VERIFIER_nondet_ulong();
  a = a << 130;
  if ((unsigned long)(a >> 150) == 5u) reach_error();
  return 0;
}
