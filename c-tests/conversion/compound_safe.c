extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 3; i++) sum += __VERIFIER_nondet_uint() & 0xffff;
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  unsigned short folded = sum;
  return folded == 1;
}
