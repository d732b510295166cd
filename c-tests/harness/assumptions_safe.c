extern int nondet_int(void);
extern void reach_error(void);
extern void __CPROVER_assume(int);
void __ESBMC_assume(_Bool);
void klee_assume(unsigned long);
int main(void) {
  int i = nondet_int(), j = nondet_int();
  __CPROVER_assume(i > 3);
  __ESBMC_assume(i < 10);
  klee_assume(j == i + 1);
  if (i <= 3 || i >= 10 || j <= 4) reach_error();
  return 0;
}
