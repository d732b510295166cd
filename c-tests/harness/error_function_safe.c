extern int __VERIFIER_nondet_int(void);
static void panic(const char *why) { (void)why; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 7 && n < 9 && n % 2) panic("odd");
  return 0;
}
