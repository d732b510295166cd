extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Sieve of Eratosthenes: what is left has no divisor. */
#define N 16
int main(void) {
  _Bool composite[N] = {0};
  for (int i = 2; i * i < N; i++)
    if (!composite[i])
      for (int j = i * i; j < N; j += i) composite[j] = 1;
  int n = __VERIFIER_nondet_uchar() % N, d = __VERIFIER_nondet_uchar() % N;
  if (n >= 2 && d >= 2 && d < n && n % d == 0 && !composite[n]) reach_error();
  return 0;
}
