extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char rows = __VERIFIER_nondet_uchar();
  unsigned char total = 0;
  for (unsigned char i = 0; i < rows; i++) {
    for (unsigned char j = 0; j < 4; j++) {
      total += 2;
    }
  }
  if (total % 8 != 0) reach_error();
  return 0;
}
