extern int __VERIFIER_nondet_int(void);
struct range {
  int low, high;
};
/* What an `if` governs is a block, also without braces. */
int main(void) {
  struct range all = {0, 9}, *range = &all;
  if (__VERIFIER_nondet_int() > 0) range = &(struct range){1, 2};
  return range->high;
}
