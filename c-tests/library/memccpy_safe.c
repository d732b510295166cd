// Up to and with the character, or all.
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char from[4], to[4] = {1, 1, 1, 1};
  for (int i = 0; i < 4; i++) from[i] = __VERIFIER_nondet_char();
  char *end = memccpy(to, from, '/', 4);
  if (!end && (memchr(from, '/', 4) || memcmp(to, from, 4) != 0)) reach_error();
  if (end && (end[-1] != '/' || memrchr(to, '/', (size_t)(end - to)) != end - 1)) reach_error();
  return 0;
}
