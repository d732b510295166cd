extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A plain sum does not notice that two bytes were exchanged. */
int main(void) {
  unsigned char sent[3], received[3], sum = 0, check = 0, differ = 0;
  for (int i = 0; i < 3; i++) {
    sent[i] = __VERIFIER_nondet_uchar();
    received[i] = __VERIFIER_nondet_uchar();
    sum += sent[i];
    check += received[i];
    differ |= sent[i] ^ received[i];
  }
  if (sum == check && differ) reach_error();
  return 0;
}
