extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* As jain_6, with the factors high up in the word. Its arithmetic overflows, though. */
int main(void) {
  int x = 1, y = 1, z = 1;
  do {
    x = x + 1048576 * __VERIFIER_nondet_int();
    y = y + 2097152 * __VERIFIER_nondet_int();
    z = z + 4194304 * __VERIFIER_nondet_int();
    if (4 * x - 2 * y + z == 1048576) reach_error();
  } while (__VERIFIER_nondet_bool());
  return 0;
}
