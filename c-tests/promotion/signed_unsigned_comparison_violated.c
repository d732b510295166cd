extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* -1 < 1u is false: the int is converted to unsigned. */
int main(void) {
  int a = __VERIFIER_nondet_int();
  unsigned one = 1;
  if (a < 0 && !(a < one)) reach_error();
  return 0;
}
