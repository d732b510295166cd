extern unsigned char __VERIFIER_nondet_uchar(void);
/* A length of zero is not refused: the first byte of data is already one too many. */
#define MOST 3
int main(void) {
  enum { LENGTH, DATA, SUM } state = LENGTH;
  unsigned char data[MOST], length = 0, at = 0, sum = 0;
  while (1) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    switch (state) {
      case LENGTH:
        if (byte > MOST) break;
        length = byte;
        at = sum = 0;
        state = DATA;
        break;
      case DATA:
        data[at++] = byte;
        sum += byte;
        if (at == length) state = SUM;
        break;
      case SUM:
        if (sum == byte) return data[0];
        state = LENGTH;
        break;
    }
  }
}
