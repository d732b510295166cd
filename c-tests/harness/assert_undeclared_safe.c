extern int __VERIFIER_nondet_int(void);
/* Without <assert.h> it is a function that nobody defines. */
int main(void) {
  int i = __VERIFIER_nondet_int(), j = i;
  assert(i == j);
  assert(j == i);
  return 0;
}
