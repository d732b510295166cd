extern void reach_error(void);
/* char and short are promoted, and wrap around when they are stored. */
int main(void) {
  unsigned char c = 3;
  unsigned short s = 3;
  unsigned rounds = 0;
  while (c != 0) c += 5;
  while (s != 1) {
    s += 10;
    rounds++;
  }
  if (rounds == 13107) reach_error();
  return 0;
}
