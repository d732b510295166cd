extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* Goes up until it meets n, wherever that is. */
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i = 4000000000u, rounds = 0;
  while (i != n) {
    i++;
    rounds++;
  }
  if (rounds == 700000000u) reach_error();
  return 0;
}
