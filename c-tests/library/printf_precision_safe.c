// A precision bounds what is read: the array needs no end.
#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char name[4] = {0};
  unsigned char length = __VERIFIER_nondet_uchar() % 5;
  for (unsigned char i = 0; i < length; i++) name[i] = 'a';
  printf("%.4s %.*s\n", name, length, name);
  fwrite(name, 2, 2, stdout);
  return 0;
}
