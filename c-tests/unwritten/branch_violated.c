extern int __VERIFIER_nondet_int(void);
/* One case sets nothing. */
int main(void) {
  int x, kind = __VERIFIER_nondet_int();
  if (kind == 1) x = 10;
  else if (kind == 2) x = 20;
  if (kind > 0)
    return x;
  return 0;
}
