extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Bits counted by a table of nibbles and one by one. */
static const unsigned char ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  int slow = 0, quick = ones[x & 15] + ones[x >> 4];
  for (int i = 0; i < 8; i++) slow += x >> i & 1;
  if (slow != quick) reach_error();
  return 0;
}
