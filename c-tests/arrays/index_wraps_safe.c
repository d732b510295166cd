extern unsigned char __VERIFIER_nondet_uchar(void);
/* Length and offset are checked one after the other: nothing wraps round. */
int main(void) {
  unsigned char buffer[16] = {0};
  unsigned char offset = __VERIFIER_nondet_uchar(), length = __VERIFIER_nondet_uchar();
  if (length > 16 || offset > 16 - length) return 0;
  for (int i = 0; i < length; i++) buffer[offset + i] = 1;
  return 0;
}
