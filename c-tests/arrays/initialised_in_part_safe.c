extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* What an initialiser leaves out is zero; so are globals. */
static int zeros[4];
int main(void) {
  int a[6] = {3, [4] = 7};
  int i = __VERIFIER_nondet_uchar() % 6;
  int expected = i == 0 ? 3 : i == 4 ? 7 : 0;
  if (a[i] != expected || zeros[i & 3] != 0) reach_error();
  return 0;
}
