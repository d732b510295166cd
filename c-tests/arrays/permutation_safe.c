extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* The inverse of a permutation, reached through its own elements. */
#define N 4
int main(void) {
  unsigned char p[N], inverse[N] = {0};
  _Bool used[N] = {0};
  for (int i = 0; i < N; i++) {
    p[i] = __VERIFIER_nondet_uchar();
    if (p[i] >= N || used[p[i]]) return 0;
    used[p[i]] = 1;
  }
  for (int i = 0; i < N; i++) inverse[p[i]] = (unsigned char)i;
  for (int i = 0; i < N; i++)
    if (p[inverse[i]] != i) reach_error();
  return 0;
}
