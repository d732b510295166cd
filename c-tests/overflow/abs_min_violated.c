extern int __VERIFIER_nondet_int(void);
extern int abs(int);
int main(void) {
  int a = __VERIFIER_nondet_int();
  return abs(a);
}
