extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* The source is changed by writing the target, where both are one. */
static void twice(const short *from, short *to) {
  *to = *from;
  *to += *from;
}
int main(void) {
  short a[2] = {1, 1};
  unsigned i = __VERIFIER_nondet_uchar() & 1;
  a[i] = 3;
  twice(&a[0], &a[i]);
  if (a[0] == 6) reach_error();
  return 0;
}
