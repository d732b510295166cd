extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* The successor of the largest int. */
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = (int)((unsigned long)a + 1ul);
  if (b < a) reach_error();
  return 0;
}
