extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
/* Any number of digits; the value stops at its maximum. */
int main(void) {
  unsigned char value = 0;
  while (1) {
    char c = __VERIFIER_nondet_char();
    if (c < '0' || c > '9') break;
    value = value > 19 ? 200 : value * 10 + (c - '0');
    if (value > 200) reach_error();
  }
  return value;
}
