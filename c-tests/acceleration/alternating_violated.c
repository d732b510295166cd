extern void reach_error(void);
/* The condition on a bit that changes is not accelerated: found step by step. */
int main(void) {
  unsigned x = 0;
  while ((x & 4) == 0 || x < 20) x++;
  if (x == 20) reach_error();
  return 0;
}
