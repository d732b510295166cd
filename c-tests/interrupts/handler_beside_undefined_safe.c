/* Nobody but the hardware calls a handler, so an undefined function does not know its state. */
extern unsigned char read_byte(void);
static unsigned char at, queue[4];
void isr(void) {
  queue[at] = read_byte();
  at = (at + 1) & 3;
}
int main(void) {
  for (;;) {}
}
