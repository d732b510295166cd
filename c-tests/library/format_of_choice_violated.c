// The shorter text fits, the longer one does not.
#include <stdio.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint() % 10;
  char text[7];
  const char *format;
  if (x == 1)
    format = "%u item";
  else
    format = "%u items";
  int n = snprintf(text, sizeof text, format, x);
  if (n == 7) reach_error();
  return 0;
}
