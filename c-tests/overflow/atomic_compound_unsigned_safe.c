/* Of an object without sign zeros are right. */
extern void reach_error(void);
_Atomic unsigned char c = 200;
_Atomic int i = -7;
int main(void) {
  c /= 2;
  i *= 2;
  i = i / 2;
  if (c != 100 || i != -7) reach_error();
  return 0;
}
