extern void reach_error(void);
/* One side of the branch for a long time, then the other. */
int main(void) {
  unsigned x = 0, y = 0;
  while (x < 2000000000u) {
    if (x < 1000000000u) {
      x += 1;
      y += 2;
    } else {
      x += 2;
      y += 1;
    }
  }
  if (y == 2500000000u) reach_error();
  return 0;
}
