extern unsigned char __VERIFIER_nondet_uchar(void);
/* The end mark need not be there. */
int main(void) {
  unsigned char a[5];
  for (int i = 0; i < 5; i++) a[i] = __VERIFIER_nondet_uchar();
  const unsigned char *p = a;
  while (*p != 0xff) p++;
  return (int)(p - a);
}
