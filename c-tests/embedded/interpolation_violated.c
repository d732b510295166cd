extern unsigned char __VERIFIER_nondet_uchar(void);
/* The last point has no successor. */
static const unsigned char curve[4] = {0, 10, 40, 90};
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  int at = x >> 6, part = x & 63;
  int low = curve[at];
  int high = curve[at + 1];
  return low + ((high - low) * part >> 6);
}
