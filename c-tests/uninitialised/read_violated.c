extern void reach_error(void);
int main(void) {
  int x;
  if (x == 42) reach_error();
  return 0;
}
