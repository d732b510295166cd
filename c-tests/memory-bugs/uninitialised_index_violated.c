extern int __VERIFIER_nondet_int(void);
/* On one path nobody sets the index. */
int main(void) {
  int a[4] = {0}, i, x = __VERIFIER_nondet_int();
  if (x > 0) i = x & 3;
  return a[i];
}
