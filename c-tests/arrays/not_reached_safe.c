extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static int table[4];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i % 2 == 1 && i % 4 == 2) table[i % 4] = 1;
  return 0;
}
