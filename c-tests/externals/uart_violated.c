/* Nobody knows how long the driver says the message is. */
struct uart {
  int baud;
  unsigned char buffer[8];
  unsigned length;
};
extern int uart_receive(struct uart *device, unsigned wait);

static struct uart port = {9600, {0}, 0};

int main(void) {
  unsigned char sum = 0;
  if (uart_receive(&port, 100) != 0) return 1;
  for (unsigned i = 0; i < port.length; i++) sum += port.buffer[i];
  return sum;
}
