/* s passes INT_MAX after 715827882 rounds, long before i does. */
int main(void) {
  int i = 0, s = 5;
  while (i < 2000000000) {
    i++;
    s += 3;
  }
  return s;
}
