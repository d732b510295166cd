extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A static local may be given away. */
static int *keep;
static int remember(int x) {
  static int local;
  local = x;
  keep = &local;
  return local;
}
int main(void) {
  int x = remember(__VERIFIER_nondet_uchar());
  if (x > 100 && *keep != x) reach_error();
  return 0;
}
