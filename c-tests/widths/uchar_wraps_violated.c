extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = a;
  b++;
  if (b == 0) reach_error();
  return 0;
}
