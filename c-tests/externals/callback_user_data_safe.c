/* A callback gets what was registered with it. */
extern void reach_error(void);
extern void timer_start(void (*handler)(void *), void *data);
extern void timer_wait(void);

struct state {
  int ticks;
};
static struct state first, second;

static void tick(void *data) {
  struct state *state = data;
  if (state != &first) reach_error();
}

int main(void) {
  timer_start(tick, &first);
  timer_start(tick, &first);
  timer_wait();
  return 0;
}
