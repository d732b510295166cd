extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* The recursive call is there, but can't be reached. */
static int f(int n) {
  if (n > 10) return f(n - 1);
  return n;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 10) n = 10;
  if (f(n) > 10) reach_error();
  return 0;
}
