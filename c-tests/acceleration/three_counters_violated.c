extern void reach_error(void);
/* Each counter has its own step, and one wraps around many times. */
int main(void) {
  unsigned long i = 0, j = 7, k = 1;
  while (i < 3000000000ul) {
    i += 2;
    j += 5;
    k -= 4611686018427387904ul;
  }
  if (j == 7500000007ul && k == 1) reach_error();
  return 0;
}
