/* The handler gets the counter that it was registered with. */
extern void reach_error(void);
extern void counter_start(void (*handler)(int *), int *count);
extern void counter_run(void);

static int count, other;

static void increase(int *at) {
  if (at == &other) reach_error();
  if (*at < 100) *at += 1;
}

int main(void) {
  counter_start(increase, &count);
  counter_run();
  return 0;
}
