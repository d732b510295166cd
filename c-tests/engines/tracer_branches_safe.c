/* One word decides; 24 branches after it do not matter: their paths are no more than two. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define STEP s += __VERIFIER_nondet_int() ? 1 : 2;
#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP

int main(void) {
  int z = __VERIFIER_nondet_int() ? 0 : 999;
  while (__VERIFIER_nondet_int()) {
    int s = 0;
    STEPS STEPS STEPS
    if (z != 999 && s + z > 2 * 24) reach_error();
  }
  return 0;
}
