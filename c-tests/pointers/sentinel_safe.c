extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* The end mark is put there. */
int main(void) {
  unsigned char a[5];
  for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_uchar();
  a[4] = 0xff;
  const unsigned char *p = a;
  while (*p != 0xff) p++;
  if (p - a > 4) reach_error();
  return 0;
}
