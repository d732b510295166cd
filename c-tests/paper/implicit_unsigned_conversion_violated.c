extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A negative number is converted before it meets an unsigned one: it becomes large. */
int main(void) {
  unsigned int plus_one = 1;
  if (__VERIFIER_nondet_bool()) {
    int minus_one = __VERIFIER_nondet_int();
    if (minus_one < 0 & plus_one < minus_one) reach_error();
  }
  return 0;
}
