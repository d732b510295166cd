extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int i, j;
  for (i = 0; i < 5; i++)
    for (j = 0; j < 5; j++)
      if (i * j == 6 && __VERIFIER_nondet_int() == 77) goto found;
  return 0;
found:
  if (i == 3 && j == 2) reach_error();
  return 0;
}
