extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* Conversions that C wants to be said. */
static int table[4] = {1, 2, 3, 4};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  long place = table;
  int *p = place;
  unsigned *q = p;
  if (i < 5) q[i] = 0;
  return table[0];
}
