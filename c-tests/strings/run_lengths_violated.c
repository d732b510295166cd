extern unsigned char __VERIFIER_nondet_uchar(void);
/* Thinks that the coded form is never longer. */
#define N 4
int main(void) {
  unsigned char in[N], packed[N];
  int n = 0;
  for (int i = 0; i < N; i++) in[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < N;) {
    int run = 1;
    while (i + run < N && in[i + run] == in[i]) run++;
    packed[n++] = (unsigned char)run;
    packed[n++] = in[i];
    i += run;
  }
  return packed[0];
}
