extern unsigned char __VERIFIER_nondet_uchar(void);
/* The inner loop runs over the wrong dimension. */
#define ROWS 3
#define INNER 2
int main(void) {
  unsigned char a[ROWS][INNER], b[INNER][ROWS];
  unsigned sum = 0;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < INNER; j++) a[i][j] = b[j][i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < ROWS; k++) sum += a[i][k] * b[k][i];
  return sum == 0;
}
