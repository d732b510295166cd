extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Operations by number. */
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int min(int a, int b) { return a < b ? a : b; }
static int (*const operations[])(int, int) = {add, sub, min};
int main(void) {
  unsigned op = __VERIFIER_nondet_uchar();
  int a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  if (op >= sizeof operations / sizeof *operations) return 0;
  int result = operations[op](a, b);
  if (result > 510 || result < -255) reach_error();
  if (op == 2 && (result > a || result > b)) reach_error();
  return 0;
}
