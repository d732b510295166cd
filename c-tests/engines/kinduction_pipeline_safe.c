extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* A value moves through a pipeline of four stages beside its complement. Only what is in
   the first stage is known to fit; the rest follows after four rounds. */
int main(void) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  unsigned na = ~0u, nb = ~0u, nc = ~0u, nd = ~0u;
  while (1) {
    d = c;
    nd = nc;
    c = b;
    nc = nb;
    b = a;
    nb = na;
    a = __VERIFIER_nondet_uint();
    na = ~a;
    if ((d ^ nd) != ~0u) reach_error();
  }
}
