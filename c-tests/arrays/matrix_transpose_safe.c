extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Transposed twice, a matrix is itself. */
static void transpose(unsigned char to[3][3], unsigned char from[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) to[j][i] = from[i][j];
}
int main(void) {
  unsigned char a[3][3], b[3][3], c[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) a[i][j] = __VERIFIER_nondet_uchar();
  transpose(b, a);
  transpose(c, b);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (a[i][j] != c[i][j] || b[i][j] != a[j][i]) reach_error();
  return 0;
}
