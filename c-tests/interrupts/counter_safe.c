extern void reach_error(void);
static volatile unsigned ticks;
void tick(void) { if (ticks < 100) ticks++; }
/* Nobody but the handler changes it, and it only grows. */
int main(void) {
  unsigned before = ticks;
  unsigned after = ticks;
  if (after < before || after > 100) reach_error();
  return 0;
}
