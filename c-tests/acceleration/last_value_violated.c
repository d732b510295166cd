extern void reach_error(void);
/* twice is computed anew in each round, and asked for behind the loop. */
int main(void) {
  unsigned x = 0, twice = 0;
  while (x < 1500000000u) {
    twice = 2 * x;
    x++;
  }
  if (twice == 2999999998u) reach_error();
  return 0;
}
