extern void reach_error(void);
static volatile unsigned ticks;
void tick(void) { ticks++; }
/* A tick between the read and the write gets lost. */
int main(void) {
  unsigned before = ticks;
  ticks++;
  if (ticks != before + 1) reach_error();
  return 0;
}
