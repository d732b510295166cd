/* It was registered with the other counter as well. */
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
  counter_start(increase, &other);
  counter_run();
  return 0;
}
