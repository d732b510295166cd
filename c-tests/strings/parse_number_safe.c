extern char __VERIFIER_nondet_char(void);
/* A decimal number of at most three digits. */
int main(void) {
  char text[5];
  for (int i = 0; i < 4; i++) text[i] = __VERIFIER_nondet_char();
  text[4] = 0;
  short value = 0;
  int digits = 0;
  for (const char *p = text; *p >= '0' && *p <= '9'; p++) {
    if (++digits > 3) return 1;
    value = value * 10 + (*p - '0');
  }
  return value > 999;
}
