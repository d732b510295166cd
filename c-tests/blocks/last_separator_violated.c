/* The last separator may be the first character. */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  char path[8];
  path[7] = 0;
  char *last = strrchr(path, '/');
  if (last && last[-1] == '/') return 1;
  return 0;
}
