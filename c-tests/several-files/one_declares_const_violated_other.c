extern void __VERIFIER_assert(int);
extern void set(int *place);

void other(void) {
  int changed = 0;
  set(&changed);
  __VERIFIER_assert(changed == 0);
}
