extern int __VERIFIER_nondet_int(void);
static unsigned char buffer[4];
int main(void) {
  int length = __VERIFIER_nondet_int();
  if (length < 0 || length > 255) return 0;
  buffer[0] = length;
  buffer[1] = (unsigned char)(length * 3); /* explicit: meant */
  return buffer[0] + buffer[1];
}
