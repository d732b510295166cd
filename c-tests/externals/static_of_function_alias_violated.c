/* A static function has a second name, which is visible. */
extern void reach_error(void);
extern void tick(void);

static int counter;
static void count(void) { counter++; }
void on_event(void) __attribute__((alias("count")));

int main(void) {
  counter = 0;
  tick();
  if (counter) reach_error();
  return 0;
}
