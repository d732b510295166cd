/* A callback comes while the line is polled. */
extern void reach_error(void);
extern void line_open(void (*received)(int));
extern void line_poll(void);

static int last;

static void received(int byte) { last = byte; }

int main(void) {
  line_open(received);
  int before = last;
  line_poll();
  if (last != before) reach_error();
  return 0;
}
