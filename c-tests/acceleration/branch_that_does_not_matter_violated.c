extern void reach_error(void);
/* The branch alternates, but nothing that is asked depends on it. */
int main(void) {
  unsigned x = 0, y = 0;
  while (x < 2000000000u) {
    if (x % 2 == 0) y += 3; else y ^= x;
    x++;
  }
  if (x == 2000000000u) reach_error();
  return 0;
}
