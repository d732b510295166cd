extern void reach_error(void);
/* Passes 0 after 1431655765 rounds and goes on below the largest number. */
int main(void) {
  unsigned x = 4294967295u;
  while (x != 1) x -= 3;
  reach_error();
  return 0;
}
