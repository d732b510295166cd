/* The driver may call a function that is visible, and that changes a static variable. */
extern void reach_error(void);
extern int uart_send(int byte);

static int *last;
static int sent;

void uart_done(void) { *last = 1; }

int main(void) {
  last = &sent;
  uart_send(3);
  if (sent) reach_error();
  return 0;
}
