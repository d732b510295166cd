extern int __VERIFIER_nondet_int(void);
struct slot { int *at; };
int main(void) {
  int x = 1;
  struct slot s;
  if (__VERIFIER_nondet_int() > 0) s.at = &x;
  return *s.at;
}
