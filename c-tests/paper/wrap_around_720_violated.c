extern void reach_error(void);
/* The loop ends when x wraps around to 0, after 357 rounds; then x is even. */
int main(void) {
  unsigned int x = 4294966582u;
  while (x >= 10) {
    x = x + 2;
  }
  if (x % 2 == 0) reach_error();
  return 0;
}
