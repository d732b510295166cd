/* What was read before a write is not what is there after it. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned char a[1000];

int main(void) {
  unsigned k = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (k >= 1000 || m >= 1000) return 0;
  unsigned char before = a[k];
  a[m] = before + 1;
  if (a[k] != before) reach_error();
  return 0;
}
