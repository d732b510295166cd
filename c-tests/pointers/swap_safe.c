extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), p = x, q = y;
  swap(&p, &q);
  if (p != y || q != x) reach_error();
  swap(&p, &p);
  if (p != y) reach_error();
  return 0;
}
