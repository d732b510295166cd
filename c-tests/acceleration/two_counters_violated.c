extern void reach_error(void);
/* x and y meet in the middle. */
int main(void) {
  unsigned x = 0, y = 4000000000u;
  while (x < y) {
    x++;
    y -= 3;
  }
  if (x == 1000000000u) reach_error();
  return 0;
}
