/* The driver may call the function whose address it was given, and that changes a static
   variable. */
extern void reach_error(void);
extern void timer_start(void (*handler)(void));
extern void timer_wait(void);

static int ticks;

static void count(void) { ticks++; }

static void handler(void) {
  if (ticks < 10) count();
}

int main(void) {
  timer_start(handler);
  ticks = 0;
  timer_wait();
  if (ticks != 0) reach_error();
  return 0;
}
