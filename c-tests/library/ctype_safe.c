#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Classes of characters are consistent. */
int main(void) {
  int c = __VERIFIER_nondet_uchar();
  if (c > 127) return 0;
  if (isdigit(c) && (!isalnum(c) || !isxdigit(c) || isalpha(c))) reach_error();
  if (islower(c) && (toupper(c) == c || tolower(toupper(c)) != c)) reach_error();
  if (isspace(c) && (isgraph(c) || ispunct(c))) reach_error();
  return 0;
}
