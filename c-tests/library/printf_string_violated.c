// A string that fills its array has no end for printf to find.
#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char name[4] = {0};
  unsigned char length = __VERIFIER_nondet_uchar() % 5;
  for (unsigned char i = 0; i < length; i++) name[i] = 'a';
  printf("%d: %s\n", length, name);
  return 0;
}
