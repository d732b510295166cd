extern int __VERIFIER_nondet_int(void);
/* Only the upper limit is checked. */
static int table[16];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i >= 16) return 0;
  return table[i];
}
