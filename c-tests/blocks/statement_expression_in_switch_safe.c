// GNU C: the value of a statement expression outlives its block, also in a switch without braces.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c != 3) return 0;
  int r = 0;
  switch (c) case 3: r = ({ int t = 20; t; });
  if (r != 20) reach_error();
  return 0;
}
