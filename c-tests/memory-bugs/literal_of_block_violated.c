extern unsigned char __VERIFIER_nondet_uchar(void);
/* A compound literal lives as long as the block around it. */
int main(void) {
  int index = __VERIFIER_nondet_uchar() % 3, *sides;
  {
    sides = (int[]){3, 4, 5};
    if (sides[index] > 5) return 1;
  }
  return sides[index];
}
