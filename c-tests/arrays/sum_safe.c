extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* The mean lies between the least and the greatest. */
int main(void) {
  unsigned char a[4], least = 255, greatest = 0;
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    a[i] = __VERIFIER_nondet_uchar();
    sum += a[i];
    if (a[i] < least) least = a[i];
    if (a[i] > greatest) greatest = a[i];
  }
  if (sum / 4 < least || sum / 4 > greatest) reach_error();
  return 0;
}
