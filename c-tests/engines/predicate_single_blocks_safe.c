/* Each edge a block, each predicate by itself: what a loop of one flag takes. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int open = 0, pending = 0;
  while (__VERIFIER_nondet_int()) {
    if (!open) open = 1;
    if (__VERIFIER_nondet_int()) pending = 1;
    if (pending) {
      if (!open) reach_error();
      pending = 0;
    }
    if (__VERIFIER_nondet_int()) open = 0;
  }
  return 0;
}
