extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Swapping an element with itself makes it zero. */
static void swap(int *a, int *b) {
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
}
int main(void) {
  int a[3] = {1, 2, 3};
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i > 2 || j < 0 || j > 2) return 0;
  swap(&a[i], &a[j]);
  if (a[0] + a[1] + a[2] != 6) reach_error();
  return 0;
}
