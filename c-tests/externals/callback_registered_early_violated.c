/* The handler is registered before all is ready. */
extern void reach_error(void);
extern void bus_start(void);
extern void bus_listen(void (*handler)(void));

static int ready;

static void handler(void) {
  if (!ready) reach_error();
}

int main(void) {
  bus_listen(handler);
  bus_start();
  ready = 1;
  return 0;
}
