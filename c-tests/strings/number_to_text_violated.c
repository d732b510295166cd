extern char __VERIFIER_nondet_char(void);
/* The sign was forgotten in the size. */
int main(void) {
  signed char number = __VERIFIER_nondet_char();
  char text[4], *p = text + 3;
  unsigned char rest = number < 0 ? (unsigned char)-number : (unsigned char)number;
  *p = 0;
  do {
    *--p = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest);
  if (number < 0) *--p = '-';
  return *p;
}
