extern unsigned char __VERIFIER_nondet_uchar(void);
/* One step too far. */
int main(void) {
  unsigned char a[6];
  for (unsigned char *p = a; p <= a + 6; p++)
    *p = __VERIFIER_nondet_uchar();
  return 0;
}
