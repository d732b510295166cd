extern void reach_error(void);
/* The outer loop ends where the inner one leaves it. */
int main(void) {
  unsigned i = 0;
  while (i < 3) {
    unsigned j = 0;
    while (j < 1000000000u) j++;
    if (j != 1000000000u) reach_error();
    i++;
  }
  return 0;
}
