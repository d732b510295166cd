extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct sample {
  double weight;
  int number;
};
/* What is computed with weights decides nothing. */
int main(void) {
  struct sample all[3] = {{0.5, 1}, {1.5, 2}, {2.5, 3}};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  all[i].weight = all[i].weight * 2.0 + i;
  all[0].weight += all[i].weight;
  struct sample copy = all[i];
  if (copy.number != i + 1) reach_error();
  return 0;
}
