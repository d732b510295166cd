extern unsigned __VERIFIER_nondet_uint(void);
/* A checksum of 16 bits that collects the carries too late. */
int main(void) {
  unsigned short sum = 0;
  for (int i = 0; i < 3; i++) sum += __VERIFIER_nondet_uint() & 0xffff;
  return sum;
}
