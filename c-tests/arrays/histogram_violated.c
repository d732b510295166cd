extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Classes of a width that does not divide the range: the last one is reached. */
int main(void) {
  unsigned char count[8] = {0};
  for (int i = 0; i < 3; i++) {
    unsigned char sample = __VERIFIER_nondet_uchar();
    count[sample / 36]++;
  }
  if (count[7] == 3) reach_error();
  return 0;
}
