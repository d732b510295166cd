extern void reach_error(void);
static unsigned moves;
static void hanoi(int n, int from, int to, int by) {
  if (n == 0) return;
  hanoi(n - 1, from, by, to);
  moves++;
  hanoi(n - 1, by, to, from);
}
int main(void) {
  hanoi(7, 0, 2, 1);
  if (moves != 127) reach_error();
  return 0;
}
