extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { __builtin_trap(); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
/* Which of the two assertions fails is told by the calls it was inlined through. */
int main(void) {
  int a = __VERIFIER_nondet_int() & 7;
  __VERIFIER_assert(a < 8);
  __VERIFIER_assert(a != 7);
  return 0;
}
