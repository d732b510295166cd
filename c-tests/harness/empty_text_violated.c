/* An assertion of another tool's harness whose text is empty. */
extern void __CPROVER_assert(_Bool, const char *);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  __CPROVER_assert(__VERIFIER_nondet_int() != 7, "");
  return 0;
}
