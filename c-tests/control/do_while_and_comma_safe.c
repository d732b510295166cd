extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 10u, i = 0, down;
  do
    down = 10u - i, i++;
  while (i < n);
  if (down + i != 11u) reach_error();
  return 0;
}
