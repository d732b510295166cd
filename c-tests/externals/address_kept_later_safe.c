/* What a driver was not given yet, and what lives anew, it can't change. */
extern void reach_error(void);
extern void uart_register(unsigned char *byte);
extern void uart_poll(void);

static int wait(void) {
  unsigned char received = 1;
  uart_poll();
  int same = received == 1;
  uart_register(&received);
  return same;
}

int main(void) {
  int other = 5;
  for (int i = 0; i < 3; i++) {
    if (!wait()) reach_error();
    if (other != 5) reach_error();
  }
  return 0;
}
