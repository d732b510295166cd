extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
typedef unsigned char vector __attribute__((vector_size(8)));
/* The sums are too large for bytes. */
int main(void) {
  vector total = {0};
  for (int round = 0; round < 2; round++) {
    vector next = {0};
    for (int i = 0; i < 8; i++) next[i] = __VERIFIER_nondet_uchar();
    total += next;
  }
  if (total[5] < total[4] && total[4] == 255 && total[7] == 1) reach_error();
  return 0;
}
