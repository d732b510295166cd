extern unsigned char __VERIFIER_nondet_uchar(void);
/* A function gives away the address of its local. */
static int *keep;
static int remember(int x) {
  int local = x;
  keep = &local;
  return local;
}
int main(void) {
  int x = remember(__VERIFIER_nondet_uchar());
  if (x > 100) return *keep;
  return 0;
}
