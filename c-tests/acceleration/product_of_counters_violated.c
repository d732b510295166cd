extern void reach_error(void);
/* A sum of a counter has no closed form here: found step by step. */
int main(void) {
  unsigned i = 0, sum = 0;
  while (i < 20) {
    i++;
    sum += i;
  }
  if (sum == 210) reach_error();
  return 0;
}
