#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
/* A second owner that was not counted. */
struct shared { int owners; int value; };
static void release(struct shared *s) {
  if (--s->owners == 0) free(s);
}
int main(void) {
  struct shared *s = malloc(sizeof *s), *other = 0;
  if (!s) return 1;
  s->owners = 1;
  s->value = 5;
  if (__VERIFIER_nondet_bool()) other = s;
  release(s);
  if (other) release(other);
  return 0;
}
