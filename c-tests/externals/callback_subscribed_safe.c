/* One call registers both handlers, each with data of its own. */
extern void reach_error(void);
extern void bus_subscribe(void (*handler)(void *), void *data);
extern void bus_dispatch(void);

static int left, right;

static void subscribe(void (*handler)(void *), void *data) {
  bus_subscribe(handler, data);
}

static void on_left(void *data) {
  if (data != &left) reach_error();
}

static void on_right(void *data) {
  if (data != &right) reach_error();
}

int main(void) {
  subscribe(on_left, &left);
  subscribe(on_right, &right);
  bus_dispatch();
  return 0;
}
