// The running example of the LLUMC paper (appendix 5.1): x stays even, wraps around after
// 51 rounds and leaves the loop as 0.
extern void __VERIFIER_error(void);

void __VERIFIER_assert(int cond) {
  if (!cond) {
    __VERIFIER_error();
  }
}

int main(void) {
  unsigned int x = 4294967295 - 101;
  while (x >= 10) {
    x += 2;
  }
  __VERIFIER_assert(x % 2);
}
