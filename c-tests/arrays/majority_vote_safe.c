extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Boyer and Moore's vote: an element with a majority wins. */
#define N 5
int main(void) {
  unsigned char a[N], winner = 0, seen = __VERIFIER_nondet_uchar();
  int lead = 0, count = 0;
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < N; i++) {
    if (lead == 0) winner = a[i];
    lead += a[i] == winner ? 1 : -1;
  }
  for (int i = 0; i < N; i++) count += a[i] == seen;
  if (count > N / 2 && winner != seen) reach_error();
  return 0;
}
