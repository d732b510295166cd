extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Reaching it is undefined: neither true nor false can be said of the rest. */
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a != 4) __builtin_unreachable();
  return 0;
}
