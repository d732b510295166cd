/* Nothing ends the text if the input is as long as the array. */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  char text[12], copy[12];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > sizeof text) return 0;
  memset(text, 'a', n);
  if (n < sizeof text) text[n] = 0;
  strcpy(copy, text);
  return 0;
}
