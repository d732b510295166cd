// The same, where accesses are asked about: this one is invalid.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int shared = 5, is_set = 0;
  int *place;
  if (__VERIFIER_nondet_int()) {
    place = &shared;
    is_set = 1;
  }
  if (*place > 0 && !is_set) reach_error();
  return 0;
}
