extern void reach_error(void);
/* x adds up multiples of four; no input is read. Its arithmetic overflows, though. */
int main(void) {
  int x = 0, y = 4;
  while (1) {
    x = x + y;
    y = y + 4;
    if (x == 30) reach_error();
  }
}
