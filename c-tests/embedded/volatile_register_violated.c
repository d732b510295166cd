extern void reach_error(void);
/* Two reads of a status register need not agree. */
struct uart { volatile unsigned char status, data; };
static struct uart uart;
int main(void) {
  if (uart.status & 1) {
    if (!(uart.status & 1)) reach_error();
  }
  return 0;
}
