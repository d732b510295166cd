extern unsigned nondet_uint(void);
void __CPROVER_assert(_Bool holds, const char *text);
int main(void) {
  unsigned i = nondet_uint();
  __CPROVER_assert(i >= 0, "not negative");
  __CPROVER_assert(i != 7, "not seven");
  return 0;
}
