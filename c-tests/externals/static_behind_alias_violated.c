/* A static variable has a second name, which is visible. */
extern void reach_error(void);
extern void tick(void);

static int counter;
extern int shared __attribute__((alias("counter")));

int main(void) {
  counter = 0;
  tick();
  if (counter) reach_error();
  return 0;
}
