// Just enough room for any int, its sign, and the end.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  char text[12];
  int length = sprintf(text, "%d", n);
  if (length != (int)strlen(text) || length < 1 || length > 11) reach_error();
  if (n < 0 && text[0] != '-') reach_error();
  if (n == -1203 && strcmp(text, "-1203") != 0) reach_error();
  return 0;
}
