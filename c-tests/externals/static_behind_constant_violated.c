/* A constant table leads a visible function, and so a driver, to static variables. */
extern void reach_error(void);
extern void tick(void);

static int first, second;
static int *const table[2] = {&first, &second};

void set(int which) { *table[which & 1] = 1; }

int main(void) {
  second = 0;
  tick();
  if (second) reach_error();
  return 0;
}
