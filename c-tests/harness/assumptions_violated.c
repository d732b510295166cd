extern int nondet_int(void);
extern void reach_error(void);
extern void __CPROVER_assume(int);
int main(void) {
  int i = nondet_int();
  __CPROVER_assume(i > 3);
  if (i == 4) reach_error();
  return 0;
}
