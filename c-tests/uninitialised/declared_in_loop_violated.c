extern void reach_error(void);
/* Each round's x is a new variable. */
int main(void) {
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 0) x = 1;
    else if (x != 1) reach_error();
  }
  return 0;
}
