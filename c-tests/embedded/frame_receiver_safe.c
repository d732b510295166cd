extern unsigned char __VERIFIER_nondet_uchar(void);
/* A receiver for frames of length, data and checksum; runs for ever. */
#define MOST 6
int main(void) {
  enum { LENGTH, DATA, SUM } state = LENGTH;
  unsigned char data[MOST], length = 0, at = 0, sum = 0, frames = 0;
  while (1) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    switch (state) {
      case LENGTH:
        if (byte == 0 || byte > MOST) break;
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
        if (sum == byte) frames += data[0];
        state = LENGTH;
        break;
    }
    if (frames == 255) frames = 0;
  }
}
