extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* If overflow is not what is checked it wraps, and a test for it is not optimised away. */
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a + 1 < a) reach_error();
  return 0;
}
