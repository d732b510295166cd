extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int state = 1;
int zero;
void toggle(void) { state = 3 - state; }
int main(void) {
  while (__VERIFIER_nondet_int()) {
    toggle();
    if (state != 1 && state != 2) reach_error();
  }
  if (zero != 0) reach_error();
  return 0;
}
