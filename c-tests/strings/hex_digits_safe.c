extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* To hexadecimal and back. */
static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}
int main(void) {
  static const char digits[] = "0123456789abcdef";
  unsigned char in[2], out[2];
  char text[2 * sizeof in + 1], *p = text;
  for (int i = 0; i < 2; i++) {
    in[i] = __VERIFIER_nondet_uchar();
    *p++ = digits[in[i] >> 4];
    *p++ = digits[in[i] & 15];
  }
  *p = 0;
  for (int i = 0; i < 2; i++) {
    int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
    if (high < 0 || low < 0) reach_error();
    out[i] = (unsigned char)(high << 4 | low);
    if (out[i] != in[i]) reach_error();
  }
  return 0;
}
