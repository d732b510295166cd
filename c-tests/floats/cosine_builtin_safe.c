extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* What -fno-math-errno makes of all of them: no call, but an operation of LLVM. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (__builtin_cosf(x) > 1 || __builtin_sinf(0) != 0) reach_error();
  return 0;
}
