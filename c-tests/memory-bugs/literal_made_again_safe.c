extern void reach_error(void);
/* With `goto` a block goes on: the literal is one object, which is given a new value. */
int main(void) {
  int rounds = 0, *count = 0;
again:
  count = &(int){count ? *count + 1 : 0};
  if (rounds++ < 3) goto again;
  if (*count != 3) reach_error();
  return 0;
}
