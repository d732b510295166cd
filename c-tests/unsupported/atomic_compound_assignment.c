/* clang extends the old value with zeros. */
extern void reach_error(void);
_Atomic short s = -7;
int main(void) {
  s /= 2;
  if (s != -3) reach_error();
  return 0;
}
