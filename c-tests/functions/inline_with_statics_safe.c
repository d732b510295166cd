extern void reach_error(void);
static int count = 3;
static int twice(int x) { return 2 * x; }
/* The static variable and the static function are those of the file. */
inline int step(void) { return twice(++count); }
inline int two_steps(void) { return step() + step(); }
int main(void) {
  count = 10;
  if (two_steps() != 22 + 24) reach_error();
  if (count != 12 || twice(count) != 24) reach_error();
  return 0;
}
