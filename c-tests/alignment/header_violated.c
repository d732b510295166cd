/* The length of a message is read as a whole, behind a byte. */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char message[16] = {0};
  unsigned at = __VERIFIER_nondet_uchar() & 7;
  message[at] = __VERIFIER_nondet_uchar();
  unsigned *length = (unsigned *)(message + at);
  return *length > 10;
}
