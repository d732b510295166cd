/* The variable that the handler counts in lives no more. */
extern void timer_start(void (*handler)(void *), void *data);
extern void timer_wait(void);

static void tick(void *data) { *(int *)data += 1; }

static void start(void) {
  int ticks = 0;
  timer_start(tick, &ticks);
}

int main(void) {
  start();
  timer_wait();
  return 0;
}
