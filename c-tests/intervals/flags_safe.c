extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* A register of which some bits are set and cleared and the others never change. */
int main(void) {
  unsigned control = 0x8001;
  for (;;) {
    unsigned command = __VERIFIER_nondet_uint();
    if (command & 1) control |= 0x0030;
    if (command & 2) control &= ~0x0010u;
    if (command & 4) control ^= 0x0100;
    if ((control & 0x8001) != 0x8001) reach_error();
    if (control & 0x7ece) reach_error();
    if (control > 0x8131) reach_error();
  }
}
