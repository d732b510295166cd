/* The timer may tick ten times. */
extern void reach_error(void);
extern void timer_start(void (*handler)(void));
extern void timer_wait(void);

static int ticks;

static void tick(void) {
  if (ticks < 10) ticks++;
}

int main(void) {
  timer_start(tick);
  timer_wait();
  timer_wait();
  if (ticks >= 10) reach_error();
  return 0;
}
