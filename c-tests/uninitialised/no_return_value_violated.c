extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Falling off the end: the caller's value is arbitrary. */
int f(int c) {
  if (c) return 1;
}
int main(void) {
  if (f(__VERIFIER_nondet_int()) == 77) reach_error();
  return 0;
}
