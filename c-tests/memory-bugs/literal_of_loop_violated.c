/* The body of a loop is a block, also without braces. */
int main(void) {
  int *last = 0;
  for (int i = 0; i < 3; i++) last = (int[]){i, i + 1};
  return last[1];
}
