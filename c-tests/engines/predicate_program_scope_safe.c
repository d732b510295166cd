/* Predicates that count everywhere: two loops with the same one. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
  while (i < n) i++;
  while (j < i) j++;
  if (j != n) reach_error();
  return 0;
}
