// Compiled with -fwrapv: signed numbers wrap around, in shifts and absolute values, too.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = x;
  x++;
  if (y == 2147483647 && x != -2147483647 - 1) reach_error();
  x = -x - 3;
  x *= y;
  x = __builtin_abs(x) << 2;
  return x % 7;
}
