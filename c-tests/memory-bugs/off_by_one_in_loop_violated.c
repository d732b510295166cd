extern unsigned __VERIFIER_nondet_uint(void);
/* The limit counts the terminator twice. */
#define SIZE 8
int main(void) {
  char text[SIZE];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > SIZE) n = SIZE;
  for (unsigned i = 0; i < n; i++) text[i] = 'x';
  text[n] = 0;
  return text[0];
}
