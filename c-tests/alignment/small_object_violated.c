/* A short may lie at any even address. */
int main(void) {
  short pair[2] = {1, 2};
  long *both = (long *)pair;
  int *word = (int *)both;
  *word = 0;
  return pair[1];
}
