/* i stops at INT_MAX. */
int main(void) {
  int i = 0;
  while (i < 2147483647) i++;
  return 0;
}
