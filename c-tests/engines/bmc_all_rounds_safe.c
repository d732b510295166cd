extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A parity check over eight bits, computed twice: bit by bit, and by halving. */
int main(void) {
  unsigned char word = (unsigned char)__VERIFIER_nondet_int(), folded = word;
  int ones = 0;
  for (int i = 0; i < 8; i++)
    if (word >> i & 1) ones++;
  for (int half = 4; half > 0; half /= 2) folded ^= folded >> half;
  if (ones % 2 != (folded & 1)) reach_error();
  return 0;
}
