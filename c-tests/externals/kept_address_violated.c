/* A driver that was given a buffer may fill it later, when it is called without. */
extern void reach_error(void);
extern void uart_register(unsigned char *byte);
extern void uart_poll(void);

int main(void) {
  unsigned char received = 0;
  uart_register(&received);
  received = 1;
  uart_poll();
  if (received != 1) reach_error();
  return 0;
}
