extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int()) goto inside;
  {
    int x = 1;
  inside:
    if (x != 1) reach_error();
  }
  return 0;
}
