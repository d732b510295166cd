extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Binary search for a square root; then the program idles for ever, but nothing can go
   wrong there. */
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned root = 0;
  for (unsigned bit = 8; bit > 0; bit >>= 1)
    if ((root + bit) * (root + bit) <= n) root += bit;
  if (root * root > n || (root + 1) * (root + 1) <= n) reach_error();
  while (1) {
  }
}
