extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

/* What lies behind an array of addresses is no part of one. */
int main(void) {
  struct { int *at[4]; unsigned count; } all = {{0}, 0};
  int one = 0, two = 0;
  for (;;) {
    unsigned i = (unsigned)__VERIFIER_nondet_int() & 3;
    if (!all.at[i]) {
      all.at[i] = __VERIFIER_nondet_int() ? &one : &two;
      all.count++;
    }
    if (all.count > 4) reach_error();
    if (all.at[i] != &one && all.at[i] != &two) reach_error();
  }
}
