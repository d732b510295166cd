extern int __VERIFIER_nondet_int(void);
extern void panic(const char *why);
/* What panic is the user says. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 7) panic("seven");
  return 0;
}
