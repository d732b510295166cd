extern unsigned __VERIFIER_nondet_uint(void);
static unsigned rows(unsigned n) {
  if (n > 4) return 0;
  if (n == 3) n -= 3;
  unsigned char all[2][n + 1], row[n];
  return sizeof all + sizeof row;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  return n != 0 && rows(n) == 7;
}
