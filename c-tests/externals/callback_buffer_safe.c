/* Wherever it points in the buffer, there is a byte. */
extern void uart_receive(unsigned char *buffer, int size, void (*done)(unsigned char *));

static unsigned char buffer[8];

static void done(unsigned char *at) {
  at[0] = 0;
}

int main(void) {
  uart_receive(buffer, 8, done);
  return 0;
}
