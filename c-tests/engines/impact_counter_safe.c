/* A counter never passes its limit. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) i++;
  if (i != n) reach_error();
  return 0;
}
