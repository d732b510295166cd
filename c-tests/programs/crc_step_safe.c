extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* CRC-8 (polynomial 0x07): the same byte from the same state gives the same state. */
static unsigned char crc8(unsigned char crc, unsigned char byte) {
  crc ^= byte;
  for (int i = 0; i < 8; i++)
    crc = (unsigned char)(crc & 0x80 ? crc << 1 ^ 0x07 : crc << 1);
  return crc;
}
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  if (crc8(0, a) != crc8(a, 0)) reach_error();
  return 0;
}
