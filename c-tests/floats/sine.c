extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern double sin(double);
/* Not modelled. */
int main(void) {
  if (sin(__VERIFIER_nondet_double()) > 0.5) reach_error();
  return 0;
}
