extern void reach_error(void);
/* Three calls, five deep, of a function that is not small: too much to be copied at first. */
static unsigned mix(unsigned n, unsigned x) {
  if (n == 0) return x & 1;
  x = (x << 5 ^ x >> 3) + n * (x & 15);
  x = (x << 7 ^ x >> 2) + n * (x & 7);
  x = (x << 3 ^ x >> 5) + n * (x & 31);
  x = (x << 5 ^ x >> 3) + n * (x & 15);
  x = (x << 7 ^ x >> 2) + n * (x & 7);
  x = (x << 3 ^ x >> 5) + n * (x & 31);
  return mix(n - 1, x) + mix(n - 1, x + 1) + mix(n - 1, x + 2);
}
int main(void) {
  if (mix(5, 1) > 243) reach_error();
  return 0;
}
