// Of the table one entry is set.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int *table[3];
  int value = 3, other = 4;
  table[0] = &value;
  if (__VERIFIER_nondet_int()) table[1] = &other;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  if (*table[i] == 4 && i == 2) reach_error();
  return 0;
}
