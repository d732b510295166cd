extern void reach_error(void);
/* The names mean nothing where the program defines them. */
int nondet_int(void) { return 3; }
void __CPROVER_assume(int x) {}
int main(void) {
  __CPROVER_assume(0);
  if (nondet_int() != 3) reach_error();
  return 0;
}
