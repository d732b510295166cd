#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* Compares as many bytes as the longer one has. */
int main(void) {
  unsigned char key[4] = {1, 2, 3, 4}, given[3];
  for (int i = 0; i < 3; i++) given[i] = __VERIFIER_nondet_uchar();
  return memcmp(key, given, sizeof key) == 0;
}
