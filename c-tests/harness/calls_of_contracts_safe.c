#include <assert.h>

void __ESBMC_requires(_Bool);
void __ESBMC_ensures(_Bool);
void __ESBMC_loop_invariant(_Bool);
extern int __ESBMC_return_value;

/* What a contract says is not carried out: here it would divide by what null leads to. */
static int quotient(int a, const int *b) {
  __ESBMC_requires(a / *b == 4);
  __ESBMC_ensures(__ESBMC_return_value == 9);
  return b && *b > 0 ? a / *b : 0;
}

int main(void) {
  int n = 0;
  __ESBMC_loop_invariant(quotient(n, 0) == 7);
  while (n < 5) n++;
  assert(quotient(3, 0) == 0 && n == 5);
  return 0;
}
