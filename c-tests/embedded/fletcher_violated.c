extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* It does not tell 0 from 255. */
static unsigned fletcher(const unsigned char *bytes, int n) {
  unsigned low = 0, high = 0;
  for (int i = 0; i < n; i++) {
    low += bytes[i];
    if (low >= 255) low -= 255;
    high += low;
    if (high >= 255) high -= 255;
  }
  return high << 8 | low;
}
int main(void) {
  unsigned char a[2], b[2];
  for (int i = 0; i < 2; i++) {
    a[i] = __VERIFIER_nondet_uchar();
    b[i] = __VERIFIER_nondet_uchar();
  }
  if (a[0] != b[0] && a[1] == b[1] && fletcher(a, 2) == fletcher(b, 2)) reach_error();
  return 0;
}
