// A literal may be the end of another one (C17 6.4.5p7).
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const char *long_one = __VERIFIER_nondet_int() ? "at home" : "elsewhere";
  const char *short_one = "home";
  if (long_one + 3 == short_one) reach_error();
  return 0;
}
