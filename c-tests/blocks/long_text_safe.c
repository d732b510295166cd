/* A text of up to 99,999 characters: its length, a copy, a search. */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static char a[100000], b[100000];

int main(void) {
  for (unsigned i = 0; i < sizeof a; i++) a[i] = (char)__VERIFIER_nondet_uchar();
  a[sizeof a - 1] = 0;
  size_t n = strlen(a);
  if (n >= sizeof a || a[n] != 0) reach_error();
  strcpy(b, a);
  if (b[n] != 0) reach_error();
  char *end = strchr(b, ';');
  if (end && *end != ';') reach_error();
  return 0;
}
