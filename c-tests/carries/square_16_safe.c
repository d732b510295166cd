extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
  unsigned short i = 0, s = 0;
  while (__VERIFIER_nondet_bool()) {
    s += 2 * i + 1;
    i++;
  }
  if (s != (unsigned short)(i * i)) reach_error();
  return 0;
}
