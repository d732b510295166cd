extern void reach_error(void);
/* The error is in the loop, and the loop would go on. */
int main(void) {
  unsigned x = 0;
  while (1) {
    if (x == 3000000000u) reach_error();
    x += 3;
  }
}
