extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
/* Decimal text of a small number, written from the end. */
int main(void) {
  signed char number = __VERIFIER_nondet_char();
  char text[5], *p = text + 4;
  unsigned char rest = number < 0 ? (unsigned char)-number : (unsigned char)number;
  *p = 0;
  do {
    *--p = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest);
  if (number < 0) *--p = '-';
  if (p < text || (number < 0) != (*p == '-')) reach_error();
  return 0;
}
