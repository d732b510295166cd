extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char rows = __VERIFIER_nondet_uchar();
  int total = 0;
  for (unsigned char i = 0; i < rows; i++)
    for (unsigned char j = 0; j < 3; j++)
      total++;
  if (total == 21) reach_error();
  return 0;
}
