extern char __VERIFIER_nondet_char(void);
/* A table of 80 places for characters from '+' on; the range of the input is not checked. */
int main(void) {
  unsigned char value[80] = {['+' - '+'] = 62, ['/' - '+'] = 63};
  for (int i = 0; i < 10; i++) value['0' - '+' + i] = (unsigned char)(52 + i);
  char c = __VERIFIER_nondet_char();
  if (c < '+') return 0;
  return value[c - '+'];
}
