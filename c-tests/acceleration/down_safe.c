extern void reach_error(void);
/* Stops at 0 and never passes it. */
int main(void) {
  int x = 1000000000;
  while (x > 0) x--;
  if (x < 0) reach_error();
  return 0;
}
