extern signed char __VERIFIER_nondet_char(void);
extern void reach_error(void);
int main(void) {
  signed char a = __VERIFIER_nondet_char();
  if (a == 127) return 0;
  signed char b = (signed char)((unsigned long)a + 1ul);
  if (b <= a) reach_error();
  return 0;
}
