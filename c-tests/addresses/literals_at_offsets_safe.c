// Where literals share their place their bytes agree, at any offset.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  const char *whole = "abc", *end = "bc";
  unsigned at = __VERIFIER_nondet_uint();
  if (at <= 2 && whole + at == end && at != 1) reach_error();
  return 0;
}
