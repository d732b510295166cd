extern unsigned char __VERIFIER_nondet_uchar(void);
/* No room for the terminator. */
int main(void) {
  static const char digits[] = "0123456789abcdef";
  char text[4], *p = text;
  for (int i = 0; i < 2; i++) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    *p++ = digits[byte >> 4];
    *p++ = digits[byte & 15];
  }
  *p = 0;
  return text[0];
}
