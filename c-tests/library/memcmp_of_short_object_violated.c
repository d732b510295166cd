#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* memcmp may read all that it is told to compare, wherever the two differ. */
int main(void) {
  unsigned char key[3] = {1, 2, 3}, frame[4];
  for (int i = 0; i < 4; i++) frame[i] = __VERIFIER_nondet_uchar();
  if (frame[0] == 1) return 0;
  return memcmp(frame, key, sizeof frame) < 0;
}
