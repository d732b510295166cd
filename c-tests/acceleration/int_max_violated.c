/* i passes INT_MAX after 2^31 - 1 rounds. */
int main(void) {
  int i = 0;
  while (i >= 0) i++;
  return 0;
}
