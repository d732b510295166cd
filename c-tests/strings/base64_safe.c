extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Three bytes in four characters. */
static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned word = (unsigned)a << 16 | (unsigned)b << 8 | c;
  char text[5];
  for (int i = 0; i < 4; i++) text[i] = alphabet[word >> (18 - 6 * i) & 63];
  text[4] = 0;
  if (text[0] == 'A' && a > 3) reach_error();
  if (text[3] == '/' && (c & 63) != 63) reach_error();
  return 0;
}
