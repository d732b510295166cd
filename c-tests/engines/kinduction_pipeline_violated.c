extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* The pipeline with one stage that forgets to copy the complement of 3. */
int main(void) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  unsigned na = ~0u, nb = ~0u, nc = ~0u, nd = ~0u;
  while (1) {
    d = c;
    nd = nc;
    c = b;
    if (b != 3) nc = nb;
    b = a;
    nb = na;
    a = __VERIFIER_nondet_uint();
    na = ~a;
    if ((d ^ nd) != ~0u) reach_error();
  }
}
