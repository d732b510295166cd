extern char __VERIFIER_nondet_char(void);
/* c += 100 computes in int and truncates: implementation-defined, not an overflow. */
int main(void) {
  char c = __VERIFIER_nondet_char();
  c += 100;
  c *= 2;
  return c;
}
