// Though signed numbers wrap around (-fno-strict-overflow), this division traps.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y == 0) return 0;
  x += y;
  return x % y;
}
