extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);
/* A gain slightly above one: the result does not fit into a sample. */
static const short tap[4] = {32, 96, 97, 32};
int main(void) {
  short sample[4];
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    sample[i] = __VERIFIER_nondet_short();
    sum += tap[i] * sample[i];
  }
  int out = sum / 256;
  if (out > 32767) reach_error();
  return 0;
}
