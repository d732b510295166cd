extern int __VERIFIER_nondet_int(void);
/* Not set on every path, but read only where it was. */
int main(void) {
  int x, kind = __VERIFIER_nondet_int();
  if (kind == 1) x = 10;
  else if (kind == 2) x = 20;
  if (kind == 2 || kind == 1) return x;
  return 0;
}
