extern void reach_error(void);
/* 2^62 - 1 rounds: more than any machine will make. */
int main(void) {
  unsigned long long x = 4, y = 0;
  while (x >= 3) {
    x += 4;
    y++;
  }
  if (x == 0 && y == 4611686018427387903ull) reach_error();
  return 0;
}
