extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
  unsigned long x = 0, y = 0;
  while (__VERIFIER_nondet_bool()) {
    x++;
    y += 3;
  }
  if (y != (unsigned long)(3 * x)) reach_error();
  return 0;
}
