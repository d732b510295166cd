/* Nobody has the address of the handler before it is registered. */
extern void reach_error(void);
extern void bus_start(void);
extern void bus_listen(void (*handler)(void));

static int ready;

static void handler(void) {
  if (!ready) reach_error();
}

int main(void) {
  bus_start();
  ready = 1;
  bus_listen(handler);
  return 0;
}
