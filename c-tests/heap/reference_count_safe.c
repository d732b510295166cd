#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
/* The last owner frees. */
struct shared { int owners; int value; };
static struct shared *retain(struct shared *s) {
  s->owners++;
  return s;
}
static void release(struct shared *s) {
  if (--s->owners == 0) free(s);
}
int main(void) {
  struct shared *s = malloc(sizeof *s), *other = 0;
  if (!s) return 1;
  s->owners = 1;
  s->value = 5;
  if (__VERIFIER_nondet_bool()) other = retain(s);
  release(s);
  if (other) {
    other->value++;
    release(other);
  }
  return 0;
}
