/* More pointers are given with one call than are handed back. */
extern void reach_error(void);
extern void timer_start(void (*handler)(void *), void *data);

static int data[8];

static void tick(void *at) {
  if (at == 0) reach_error();
}

int main(void) {
  for (int i = 0; i < 8; i++) timer_start(tick, &data[i]);
  return 0;
}
