extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
typedef unsigned vector __attribute__((vector_size(16)));
static const vector weights = {1, 2, 4, 8};
struct sample {
  char kind;
  vector values;
};
static vector scaled(struct sample s) { return s.values * weights; }
/* Four sums at a time. */
int main(void) {
  struct sample s = {'a', {0, 0, 0, 0}};
  vector total = {0, 0, 0, 0};
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 4; i++) s.values[i] = __VERIFIER_nondet_uchar();
    total += scaled(s);
  }
  if (total[0] > 3 * 255 || total[3] > 3 * 8 * 255) reach_error();
  if (total[2] == 3 * 4 * 255 + 4) reach_error();
  return 0;
}
