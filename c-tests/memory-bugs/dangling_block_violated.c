extern int __VERIFIER_nondet_int(void);
/* The default lives only inside the braces. */
int main(void) {
  int given = 3, *value = &given;
  if (__VERIFIER_nondet_int() < 0) {
    int fallback = 7;
    value = &fallback;
  }
  return *value;
}
