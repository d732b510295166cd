extern unsigned char __VERIFIER_nondet_uchar(void);
/* One entry of the table names a state that does not exist. */
static const unsigned char next[3][2] = {{0, 1}, {1, 2}, {3, 0}};
int main(void) {
  unsigned state = 0;
  while (1) state = next[state][__VERIFIER_nondet_uchar() & 1];
}
