extern char __VERIFIER_nondet_char(void);
/* The number of digits is not limited. */
int main(void) {
  int value = 0;
  while (1) {
    char c = __VERIFIER_nondet_char();
    if (c < '0' || c > '9') break;
    value = value * 10 + (c - '0');
  }
  return value == 0;
}
