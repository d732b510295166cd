extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int s = 0;
  for (unsigned int i = 0; i < n; i++) {
    s += 2;
    if (i == 3) s++;
  }
  if (s != (unsigned int)(2 * n)) reach_error();
  return 0;
}
