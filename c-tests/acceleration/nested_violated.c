extern void reach_error(void);
/* Two rounds of a loop around one that is long. */
int main(void) {
  unsigned i = 0, sum = 0;
  while (i < 3) {
    unsigned j = 0;
    while (j < 1000000000u) {
      j++;
      sum++;
    }
    i++;
  }
  if (sum == 3000000000u) reach_error();
  return 0;
}
