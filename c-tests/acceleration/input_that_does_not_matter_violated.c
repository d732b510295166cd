extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* What the loop reads, nothing depends on. */
int main(void) {
  unsigned x = 0, last = 0;
  while (x < 500000000u) {
    last = __VERIFIER_nondet_uint();
    x++;
  }
  if (x == 500000000u) reach_error();
  return (int)last;
}
