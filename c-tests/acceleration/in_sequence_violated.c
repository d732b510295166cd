extern void reach_error(void);
/* The second loop begins where the first one ends. */
int main(void) {
  unsigned x = 0, y = 0;
  while (x < 3000000000u) x += 2;
  while (x > 5) {
    x -= 2;
    y++;
  }
  if (x == 4 && y == 1499999998u) reach_error();
  return 0;
}
