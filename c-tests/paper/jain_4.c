extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* Three times one and multiples of four and eight never add up to one. The arithmetic
   overflows, though. */
int main(void) {
  int x = 1, y = 1, z = 1;
  do {
    x = x + 4 * __VERIFIER_nondet_int();
    y = y + 4 * __VERIFIER_nondet_int();
    z = z + 8 * __VERIFIER_nondet_int();
    if (x + y + z == 1) reach_error();
  } while (__VERIFIER_nondet_bool());
  return 0;
}
