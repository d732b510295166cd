// The text is cut, the result is not.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char text[6];
  unsigned char n = __VERIFIER_nondet_uchar();
  int length = snprintf(text, sizeof text, "no. %u", n);
  if (length < 5 || length > 7 || strlen(text) != 5) reach_error();
  if (strncmp(text, "no. ", 4) != 0) reach_error();
  if (n == 203 && text[4] != '2') reach_error();
  return 0;
}
