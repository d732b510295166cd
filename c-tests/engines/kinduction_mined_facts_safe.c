extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* Mining finds x + y = n, but not what that has to do with what is computed of it and looked
   at two rounds later: that takes k-induction, which does not get to x + y = n by itself. */
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int x = n, y = 0;
  unsigned int first = n ^ (n << 1), second = first;
  while (1) {
    if (second != (n ^ (n << 1))) reach_error();
    second = first;
    first = (x + y) ^ ((x + y) << 1);
    x--;
    y++;
  }
}
