#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* The end of a line in a buffer without a terminator. */
int main(void) {
  unsigned char buffer[5];
  for (int i = 0; i < 5; i++) buffer[i] = __VERIFIER_nondet_uchar();
  unsigned char *end = memchr(buffer, '\n', sizeof buffer);
  if (!end) return 1;
  for (unsigned char *p = buffer; p < end; p++)
    if (*p == '\n') reach_error();
  *end = 0;
  return 0;
}
