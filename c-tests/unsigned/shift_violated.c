extern unsigned __VERIFIER_nondet_uint(void);
/* The highest bits are lost. */
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned n = x & 7;
  return x << n == 1;
}
