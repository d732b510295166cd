extern char __VERIFIER_nondet_char(void);
/* The high nibble of a negative character is negative. */
static const unsigned char ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
int main(void) {
  signed char x = __VERIFIER_nondet_char();
  int quick = ones[x & 15];
  quick += ones[x >> 4];
  return quick;
}
