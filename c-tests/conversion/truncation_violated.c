extern int __VERIFIER_nondet_int(void);
static unsigned char buffer[4];
int main(void) {
  int length = __VERIFIER_nondet_int();
  if (length < 0 || length > 256) return 0;
  buffer[0] = length;
  return buffer[0];
}
