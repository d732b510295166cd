extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  char c = (char)__VERIFIER_nondet_uchar();
  if (c < 0) reach_error();
  return 0;
}
