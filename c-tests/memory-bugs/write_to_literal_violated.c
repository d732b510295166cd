extern char __VERIFIER_nondet_char(void);
/* A literal can't be written. */
int main(void) {
  char *name = "sensor";
  if (__VERIFIER_nondet_char() == 'S') name[0] = 'S';
  return name[0];
}
