extern void reach_error(void);
/* The depth is a constant, and larger than what is followed at first. */
static int identity(int x) { return x == 0 ? 0 : identity(x - 1) + 1; }
int main(void) {
  if (identity(100) != 100) reach_error();
  return 0;
}
