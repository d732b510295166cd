extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint() >> 7;
  unsigned n = x & 7;
  return x << n == 1;
}
