extern void reach_error(void);
/* The loop ends when x wraps around to 0, after 250 rounds; then x is even. */
int main(void) {
  unsigned int x = 4294966796u;
  while (x >= 10) {
    x = x + 2;
  }
  if (x % 2 == 0) reach_error();
  return 0;
}
