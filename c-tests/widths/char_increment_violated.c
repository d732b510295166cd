extern signed char __VERIFIER_nondet_char(void);
extern void reach_error(void);
/* The successor of the largest signed char. */
int main(void) {
  signed char a = __VERIFIER_nondet_char();
  signed char b = (signed char)((unsigned long)a + 1ul);
  if (b < a) reach_error();
  return 0;
}
