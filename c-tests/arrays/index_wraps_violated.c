extern unsigned char __VERIFIER_nondet_uchar(void);
/* The sum of offset and length is checked after it has wrapped round. */
int main(void) {
  unsigned char buffer[16] = {0};
  unsigned char offset = __VERIFIER_nondet_uchar(), length = __VERIFIER_nondet_uchar();
  unsigned char end = offset + length;
  if (end > 16) return 0;
  for (int i = 0; i < 2 && i < length; i++) buffer[offset + i] = 1;
  return 0;
}
