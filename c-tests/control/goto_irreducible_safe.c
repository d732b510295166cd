extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A loop with two entries. */
int main(void) {
  unsigned x = 0;
  if (__VERIFIER_nondet_int()) goto middle;
top:
  x += 2;
middle:
  x += 4;
  if (x & 1) reach_error();
  if (__VERIFIER_nondet_int()) goto top;
  return 0;
}
