extern unsigned __VERIFIER_nondet_uint(void);
static struct { unsigned level : 3; unsigned on : 1; } state;
int main(void) {
  unsigned level = __VERIFIER_nondet_uint() % 9;
  state.level = level;
  return state.level;
}
