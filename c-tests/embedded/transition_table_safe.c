extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A table of transitions; state 3 is never entered. */
static const unsigned char next[4][3] = {{0, 1, 0}, {1, 2, 0}, {2, 0, 1}, {3, 3, 3}};
int main(void) {
  unsigned state = 0;
  while (1) {
    unsigned char event = __VERIFIER_nondet_uchar();
    if (event > 2) continue;
    state = next[state][event];
    if (state == 3) reach_error();
  }
}
