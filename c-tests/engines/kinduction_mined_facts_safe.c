extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* Mining finds x + y = n, and not what that has to do with what is hidden by a key, kept for
   a round and then looked at: that takes k-induction, which does not get to x + y = n. */
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int x = n, y = 0, hidden = n, key = 0, kept = n, with = 0;
  while (1) {
    if ((kept ^ with) != n) reach_error();
    kept = hidden;
    with = key;
    key = __VERIFIER_nondet_uint();
    hidden = (x + y) ^ key;
    x--;
    y++;
  }
}
