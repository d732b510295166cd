extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* The ready task of the highest priority runs; bits of a mask are ready tasks. */
static const unsigned char priority[4] = {2, 7, 4, 1};
static int choose(unsigned ready) {
  int best = -1;
  for (int i = 0; i < 4; i++)
    if (ready >> i & 1 && (best < 0 || priority[i] > priority[best])) best = i;
  return best;
}
int main(void) {
  unsigned ready = __VERIFIER_nondet_uchar() & 15;
  int task = choose(ready), other = __VERIFIER_nondet_uchar() & 3;
  if ((task < 0) != (ready == 0)) reach_error();
  if (ready >> other & 1 && priority[other] > priority[task]) reach_error();
  return 0;
}
