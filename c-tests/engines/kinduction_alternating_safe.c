extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A valve that was closed for two rounds opens; so it is never closed for three. The
   window over four rounds shows it only together with the round before. */
int main(void) {
  unsigned window = 15;
  while (1) {
    unsigned open = __VERIFIER_nondet_int() != 0;
    if ((window & 3) == 0) open = 1;
    window = (window << 1 | open) & 15;
    if ((window & 7) == 0 || window >> 1 == 0) reach_error();
  }
}
