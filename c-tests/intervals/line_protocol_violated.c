extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* The length of the payload may be 31: it does not fit. */
enum { START, LENGTH, PAYLOAD, CHECKSUM, DONE };
int main(void) {
  unsigned char buffer[16];
  unsigned state = START, length = 0, pos = 0, sum = 0;
  while (1) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    switch (state) {
      case START:
        if (byte == 0x7e) state = LENGTH;
        break;
      case LENGTH:
        length = byte & 31;
        pos = 0;
        sum = 0;
        state = length == 0 ? CHECKSUM : PAYLOAD;
        break;
      case PAYLOAD:
        if (pos >= 16) reach_error();
        buffer[pos] = byte;
        sum = (sum + byte) & 0xff;
        pos++;
        if (pos >= length) state = CHECKSUM;
        break;
      case CHECKSUM:
        state = byte == sum ? DONE : START;
        break;
      case DONE:
        state = buffer[0] == 'q' ? START : LENGTH;
        break;
      default:
        reach_error();
    }
    if (pos > 15 || sum > 255 || length > 15) reach_error();
  }
}
