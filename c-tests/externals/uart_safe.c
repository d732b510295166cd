/* A driver that is not defined fills the buffer; the caller checks what it uses of it. */
extern void reach_error(void);
struct uart {
  int baud;
  unsigned char buffer[8];
  unsigned length;
};
extern int uart_receive(struct uart *device, unsigned wait);

static struct uart port = {9600, {0}, 0};
static unsigned char table[8];
static int untouched = 3;

int main(void) {
  int local = 5;
  if (uart_receive(&port, 100) != 0) return 1;
  if (port.length > sizeof port.buffer) return 2;
  for (unsigned i = 0; i < port.length; i++) table[port.buffer[i] & 7] = 1;
  if (local != 5) reach_error();
  untouched = local;
  return 0;
}
