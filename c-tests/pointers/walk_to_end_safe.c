extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* From the first to behind the last. */
int main(void) {
  unsigned char a[6], greatest = 0;
  for (unsigned char *p = a; p != a + 6; p++) {
    *p = __VERIFIER_nondet_uchar();
    if (*p > greatest) greatest = *p;
  }
  for (const unsigned char *p = a + 6; p-- != a;)
    if (*p > greatest) reach_error();
  return 0;
}
