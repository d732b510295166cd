#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
/* The name of a file without its folders. */
int main(void) {
  char path[5];
  for (int i = 0; i < 4; i++) path[i] = __VERIFIER_nondet_char();
  path[4] = 0;
  char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  if (strchr(name, '/')) reach_error();
  return 0;
}
