extern unsigned __VERIFIER_nondet_uint(void);
/* Unsigned arithmetic wraps around: that is no overflow. */
int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = a * 3u + 7u - a;
  return (int)(b & 1u);
}
