extern void reach_error(void);
/* The multiples of 4 never meet a number that is none. */
int main(void) {
  unsigned x = 0;
  while (1) {
    if (x == 3000000001u) reach_error();
    x += 4;
  }
}
