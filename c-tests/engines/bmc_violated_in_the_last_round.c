extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Ten drawers with at most three pairs each; only thirty pairs are too many. */
int main(void) {
  int pairs = 0;
  for (int drawer = 0; drawer < 10; drawer++) {
    int found = __VERIFIER_nondet_int();
    if (found > 0 && found <= 3) pairs += found;
  }
  if (pairs == 30) reach_error();
  return 0;
}
