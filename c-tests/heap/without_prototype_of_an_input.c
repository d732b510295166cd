char *malloc();
extern int __VERIFIER_nondet_int(void);
/* An int is passed where a size_t is taken. */
int main(void) {
  char *p = malloc(__VERIFIER_nondet_int());
  return p == 0;
}
