extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a == 2147483647) return 0;
  int b = (int)((unsigned long)a + 1ul);
  if (b <= a) reach_error();
  return 0;
}
