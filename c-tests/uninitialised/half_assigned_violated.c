extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A compiler may take x to be 5 on both branches; here it is arbitrary on one. */
int main(void) {
  int x;
  if (__VERIFIER_nondet_int()) x = 5;
  if (x != 5) reach_error();
  return 0;
}
